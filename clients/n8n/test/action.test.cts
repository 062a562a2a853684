import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { IDataObject } from 'n8n-workflow';
import { startService, type RunningService } from '../../testing/service.cjs';
import { hostWith, type Host } from './host.cjs';

const memories = '/api/v1/memories';
const label = 'n8n-nodes-palimpsest';

for (const secret of ['', 'a secret of the tests that is long enough']) {
	describe(secret === '' ? 'auth off' : 'auth on', () => {
		let service: RunningService;
		let host: Host;

		before(async () => {
			service = await startService({ secret });
			host = hostWith({ baseUrl: `${service.url}//`, apiKey: secret === '' ? ' ' : service.mintKey('nora') });
		});
		after(async () => {
			await service.stop();
		});

		/** One call of one operation, its only item's json. */
		async function one(operation: string, parameters: IDataObject): Promise<IDataObject> {
			const items = await host.run([{ operation, userId: 'nora', ...parameters }]);
			assert.equal(items.length, 1);
			assert.deepEqual(items[0]!.pairedItem, { item: 0 });
			return items[0]!.json;
		}
		const lastAsk = () => host.asked.at(-1)!;

		test('add: the defaults, the label, and what is left out', async () => {
			const stored = await one('add', {
				userId: '  nora ',
				text: 'Nora lives in Lisbon.',
				addOptions: { metadata: '{}', memoryType: '' },
			});
			assert.equal(stored.event, 'ADD');
			assert.equal(stored.app_name, label);
			assert.deepEqual(lastAsk().body, {
				user_id: 'nora',
				text: 'Nora lives in Lisbon.',
				app: label,
				infer: true,
			});
			assert.equal(lastAsk().headers.Authorization !== undefined, secret !== '');
		});

		test('add: every option reaches the service', async () => {
			const stored = await one('add', {
				text: 'raw NOTE 17',
				addOptions: { app: 'desk', infer: false, memoryType: 'episodic', metadata: '{ "n": 1 }' },
			});
			assert.equal(stored.content, 'raw NOTE 17');
			assert.equal(stored.app_name, 'desk');
			assert.deepEqual(JSON.parse(String(stored.metadata)), { n: 1 });
			assert.equal((await one('get', { memoryId: String(stored.id) })).memory_type, 'episodic');
		});

		test('add: metadata may come as an object, and must be one', async () => {
			const stored = await one('add', {
				text: 'raw NOTE 18',
				addOptions: { infer: false, metadata: { a: [1] } },
			});
			assert.deepEqual(JSON.parse(String(stored.metadata)), { a: [1] });
			await assert.rejects(
				one('add', { text: 'x', addOptions: { metadata: '[1]' } }),
				/Metadata" must be a JSON object/,
			);
			await assert.rejects(
				one('add', { text: 'x', addOptions: { metadata: '{' } }),
				/Metadata" is not valid JSON/,
			);
		});

		test('addConversation: fields; empty turns are left out', async () => {
			const outcome = await one('addConversation', {
				inputMode: 'fields',
				turns: {
					turn: [
						{ role: 'user', content: 'My dog is called Biscuit.' },
						{ role: 'assistant', content: '  ' },
					],
				},
				conversationOptions: { project: 'p1', sessionId: 's1', tags: 'dogs, pets , dogs' },
			});
			assert.deepEqual(lastAsk().body, {
				user_id: 'nora',
				messages: [{ role: 'user', content: 'My dog is called Biscuit.' }],
				app: label,
				is_agent_memory: false,
				project: 'p1',
				session_id: 's1',
				tags: ['dogs', 'pets'],
			});
			const [{ id }] = outcome.results as [{ id: string }];
			const stored = await one('get', { memoryId: id });
			assert.deepEqual([stored.project, stored.session_id, stored.tags], ['p1', 's1', ['dogs', 'pets']]);
		});

		test('addConversation: JSON, about the agent', async () => {
			const turns = [{ role: 'assistant', content: 'I prefer to answer in short sentences.', name: 'Bot' }];
			await one('addConversation', {
				inputMode: 'json',
				turnsJson: JSON.stringify(turns),
				conversationOptions: { isAgentMemory: true },
			});
			assert.deepEqual([lastAsk().body?.messages, lastAsk().body?.is_agent_memory], [turns, true]);
		});

		test('addConversation: at least one turn, and turns only', async () => {
			const before = host.asked.length;
			const empty = { inputMode: 'fields', turns: { turn: [{ role: 'user', content: ' ' }] } };
			await assert.rejects(one('addConversation', empty), /at least one turn that is not empty/);
			await assert.rejects(
				one('addConversation', { inputMode: 'json', turnsJson: '[]' }),
				/at least one turn/,
			);
			await assert.rejects(
				one('addConversation', { inputMode: 'json', turnsJson: '{"a":1}' }),
				/must be an array/,
			);
			await assert.rejects(
				one('addConversation', { inputMode: 'json', turnsJson: 'no' }),
				/is not valid JSON/,
			);
			assert.equal(host.asked.length, before);
		});

		test('search: an item a hit, or the envelope', async () => {
			const hits = await host.run([{ operation: 'search', userId: 'nora', query: 'Where does Nora live?' }]);
			assert.match(String(hits[0]!.json.content), /Lisbon/);
			assert.deepEqual(lastAsk().body, {
				user_id: 'nora',
				query: 'Where does Nora live?',
				top_k: 10,
				mode: 'hybrid',
				app_name: label,
			});
			const envelope = await one('search', { query: 'Lisbon', simplify: false, searchOptions: { topK: 1 } });
			assert.deepEqual(
				[envelope.query, (envelope.results as unknown[]).length, envelope.total],
				['Lisbon', 1, 1],
			);
		});

		test('search: every option reaches the service', async () => {
			const searchOptions = { topK: 3, mode: 'text', rerank: true, sessionId: 's1', memoryType: 'semantic' };
			const envelope = await one('search', { query: 'dog Biscuit', simplify: false, searchOptions });
			assert.deepEqual(lastAsk().body, {
				user_id: 'nora',
				query: 'dog Biscuit',
				top_k: 3,
				mode: 'text',
				rerank: 'cross_encoder',
				session_id: 's1',
				memory_type: 'semantic',
				app_name: label,
			});
			assert.equal(lastAsk().status, 200);
			assert.ok(Array.isArray(envelope.results));
		});

		test('list: the defaults, and every filter', async () => {
			const items = await host.run([{ operation: 'list', userId: 'nora' }]);
			assert.ok(items.length >= 4);
			assert.deepEqual(lastAsk().query, { user_id: 'nora', page: '1', limit: '20' });
			const listOptions = {
				appId: 'desk',
				categories: '',
				searchText: 'NOTE',
				includeSuperseded: true,
				memoryType: 'episodic',
			};
			const [only, ...others] = await host.run([
				{ operation: 'list', userId: 'nora', limit: 5, listOptions },
			]);
			assert.equal(only!.json.content, 'raw NOTE 17');
			assert.equal(others.length, 0);
			assert.deepEqual(lastAsk().query, {
				user_id: 'nora',
				page: '1',
				limit: '5',
				app_id: 'desk',
				search_query: 'NOTE',
				include_superseded: 'true',
				memory_type: 'episodic',
			});
			await host.run([
				{ operation: 'list', userId: 'nora', page: 2, limit: 1, listOptions: { categories: 'a, b' } },
			]);
			assert.deepEqual(lastAsk().query, { user_id: 'nora', page: '2', limit: '1', categories: 'a,b' });
		});

		test('list: superseded memories come only when asked for', async () => {
			for (const content of ['I live in New York City.', 'I moved from New York City to San Francisco last week.']) {
				await one('addConversation', { inputMode: 'fields', turns: { turn: [{ role: 'user', content }] } });
			}
			const texts = async (includeSuperseded: boolean) =>
				(
					await host.run([
						{ operation: 'list', userId: 'nora', returnAll: true, listOptions: { includeSuperseded } },
					])
				).map(({ json }) => json);
			assert.ok((await texts(false)).every(({ state }) => state === 'active'));
			assert.ok((await texts(true)).some(({ state }) => state !== 'active'));
		});

		test('get: an unknown id is an error, never null', async () => {
			await assert.rejects(
				one('get', { memoryId: '019a0000-0000-7000-8000-000000000000' }),
				(error: { httpCode: string; message: string }) => {
					assert.equal(error.httpCode, '404');
					assert.match(error.message, /No memory 019a0000-/);
					return true;
				},
			);
		});

		test('delete: several ids at once; those that are not there are no error', async () => {
			const { id } = await one('add', { text: 'raw NOTE 19', addOptions: { infer: false } });
			const answer = await one('delete', { memoryIds: `${String(id)}, nothing ,` });
			assert.deepEqual([answer.deleted, answer.not_found], [[id], ['nothing']]);
			assert.deepEqual(lastAsk().body, { user_id: 'nora', memory_ids: [id, 'nothing'] });
			await assert.rejects(one('delete', { memoryIds: ' , ' }), /"Memory IDs" is empty/);
		});

		test('a blank user id fails the item before anything is sent', async () => {
			const before = host.asked.length;
			await assert.rejects(one('search', { userId: '   ', query: 'x' }), /"User ID" is empty/);
			assert.equal(host.asked.length, before);
		});

		test('a problem of the service is shown in its own words', async () => {
			await assert.rejects(
				one('search', { query: 'Lisbon', searchOptions: { topK: 99 } }),
				(error: { message: string; httpCode: string }) => {
					assert.equal(error.message, 'The TopK field must be between 1 and 50.');
					assert.equal(error.httpCode, '400');
					return true;
				},
			);
		});

		test('continue on fail: the item says why, the others go on, each paired with its own', async () => {
			const items = await host.run(
				[
					{ operation: 'get', userId: 'nora', memoryId: 'nope' },
					{ operation: 'search', userId: '', query: 'x' },
					{ operation: 'search', userId: 'nora', query: 'Biscuit' },
				],
				{ continueOnFail: true },
			);
			assert.match(String(items[0]!.json.error), /No memory nope/);
			assert.match(String(items[1]!.json.error), /"User ID" is empty/);
			assert.deepEqual(
				items.slice(0, 3).map(({ pairedItem }) => pairedItem),
				[{ item: 0 }, { item: 1 }, { item: 2 }],
			);
		});

		if (secret !== '') {
			test('the key decides: another user is refused in a query and replaced in a body', async () => {
				await assert.rejects(
					one('list', { userId: 'mallory' }),
					(error: { httpCode: string }) => error.httpCode === '403',
				);
				const envelope = await one('search', { userId: 'mallory', query: 'Biscuit', simplify: false });
				assert.ok(Number(envelope.total) > 0);
			});

			test('a wrong key is refused', async () => {
				const unknown = hostWith({ baseUrl: service.url, apiKey: 'wrong' });
				await assert.rejects(
					unknown.run([{ operation: 'list', userId: 'nora' }]),
					(error: { httpCode: string }) => error.httpCode === '401',
				);
			});
		}
	});
}

describe('return all', () => {
	let service: RunningService;
	before(async () => {
		service = await startService();
	});
	after(async () => {
		await service.stop();
	});

	test('walks 100 rows at a time until the reported page count', async () => {
		const host = hostWith({ baseUrl: service.url, apiKey: '' });
		const texts = Array.from({ length: 205 }, (_, index) => ({
			operation: 'add',
			userId: 'many',
			text: `note number ${index}`,
			addOptions: { infer: false },
		}));
		await host.run(texts);
		host.asked.length = 0;
		const items = await host.run([{ operation: 'list', userId: 'many', returnAll: true, limit: 7, page: 2 }]);
		assert.equal(new Set(items.map(({ json }) => json.id)).size, 205);
		assert.deepEqual(
			host.asksOf('GET', memories).map(({ query }) => [query.page, query.limit]),
			[
				['1', '100'],
				['2', '100'],
				['3', '100'],
			],
		);
	});
});

test('a service that is down is a node error', async () => {
	const host = hostWith({ baseUrl: 'http://127.0.0.1:9', apiKey: '' });
	await assert.rejects(host.run([{ operation: 'list', userId: 'nora' }]), { name: 'NodeApiError' });
});
