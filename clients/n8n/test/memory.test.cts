import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { IDataObject } from 'n8n-workflow';
import { startService, type RunningService } from '../../testing/service.cjs';
import { ChatMessage, type MessageLike } from '../nodes/PalimpsestMemory/messages.js';
import { hostWith, type Host } from './host.cjs';

const search = '/api/v1/memories/search';
const list = '/api/v1/memories';
const conversation = '/api/v1/memories/from-conversation';

for (const secret of ['', 'a secret of the tests that is long enough']) {
	describe(secret === '' ? 'auth off' : 'auth on', () => {
		let service: RunningService;
		let host: Host;
		const wired = async (options: IDataObject = {}, parameters: IDataObject = {}, execution?: AbortSignal) =>
			await host.memory({ userId: 'sarah', sessionId: 's1', options, ...parameters }, execution);

		before(async () => {
			service = await startService({ secret });
			host = hostWith({ baseUrl: service.url, apiKey: secret === '' ? '' : service.mintKey('sarah') });
			const add = (text: string, more: IDataObject = {}) => ({
				operation: 'add',
				userId: 'sarah',
				text,
				addOptions: { infer: false, ...more },
			});
			await host.run([
				add('Sarah works as a nurse.'),
				add('Sarah has a cat called Miso.'),
				add('Sarah fixed the bike on Monday.', { memoryType: 'episodic' }),
			]);
		});
		after(async () => {
			await service.stop();
		});
		beforeEach(() => {
			host.asked.length = 0;
			host.warnings.length = 0;
		});

		describe('wiring', () => {
			test('a blank user id or session id fails', async () => {
				await assert.rejects(wired({}, { userId: ' ' }), /"User ID" is empty/);
				await assert.rejects(wired({}, { sessionId: '' }), /"Session ID" is empty/);
			});

			test('the host recognises it by its functions', async () => {
				const memory = await wired();
				assert.ok('loadMemoryVariables' in memory && 'saveContext' in memory);
				for (const name of [
					'getMessages',
					'addMessage',
					'addMessages',
					'addUserMessage',
					'addAIMessage',
					'clear',
				] as const) {
					assert.equal(typeof memory.chatHistory[name], 'function');
				}
			});
		});

		describe('recall', () => {
			test('searches with the turn and injects one block under chat_history', async () => {
				const variables = await (await wired()).loadMemoryVariables({ input: 'What is the cat called?' });
				assert.deepEqual(Object.keys(variables), ['chat_history']);
				const [message, ...others] = variables.chat_history as ChatMessage[];
				assert.equal(others.length, 0);
				assert.equal(message!.type, 'human');
				assert.match(message!.content, /^Facts remembered from earlier .*\n- Sarah has a cat called Miso\./);
				assert.deepEqual(host.asksOf('POST', search)[0]!.body, {
					user_id: 'sarah',
					query: 'What is the cat called?',
					top_k: 5,
					mode: 'hybrid',
					app_name: 'n8n-nodes-palimpsest',
				});
			});

			test('every option reaches the search', async () => {
				const memory = await wired(
					{ mode: 'text', rerank: true, memoryType: 'episodic', scopeRecallToSession: true },
					{ topK: 7 },
				);
				await memory.loadMemoryVariables({ input: 'bike' });
				assert.deepEqual(host.asksOf('POST', search)[0]!.body, {
					user_id: 'sarah',
					query: 'bike',
					top_k: 7,
					mode: 'text',
					rerank: 'cross_encoder',
					session_id: 's1',
					memory_type: 'episodic',
					app_name: 'n8n-nodes-palimpsest',
				});
			});

			test('the number of facts is clamped into 1 to 50', async () => {
				for (const [topK, asked] of [
					[0, 1],
					[99, 50],
					['', 5],
					[2.6, 3],
				]) {
					host.asked.length = 0;
					await (await wired({}, { topK })).loadMemoryVariables({ input: 'the cat' });
					assert.equal(host.asksOf('POST', search)[0]!.body?.top_k, asked);
				}
			});

			test('keys: the turn is read from inputKey, the context stands under memoryKey', async () => {
				const memory = await wired({ inputKey: 'question', memoryKey: 'facts' });
				const variables = await memory.loadMemoryVariables({ question: 'cat', input: 'bike' });
				assert.deepEqual(Object.keys(variables), ['facts']);
				assert.equal(host.asksOf('POST', search)[0]!.body?.query, 'cat');
			});

			test('messages: one a fact, the header above the first, in the role asked for', async () => {
				const memory = await wired({
					contextFormat: 'messages',
					contextHeader: 'Known:',
					contextRole: 'system',
				});
				const { chat_history: messages } = (await memory.loadMemoryVariables({ input: 'Sarah' })) as {
					chat_history: ChatMessage[];
				};
				assert.equal(messages.length, 3);
				assert.ok(messages.every(({ type }) => type === 'system'));
				assert.deepEqual(
					messages.map(({ content }) => content.startsWith('Known:\n')),
					[true, false, false],
				);
			});

			test('one string instead of messages', async () => {
				const { chat_history: text } = await (
					await wired({ returnMessages: false, contextHeader: 'Known:' })
				).loadMemoryVariables({ input: 'cat Miso' });
				assert.match(String(text), /^Known:\n- Sarah has a cat called Miso\./);
			});

			test('without an input it asks for the query text', async () => {
				const memory = await wired({ memoryKey: 'facts' }, { queryText: 'the cat' });
				const variables = await memory.loadMemoryVariables({});
				assert.equal(host.asksOf('POST', search)[0]!.body?.query, 'the cat');
				// The agents that pass no input read chat_history, whatever memoryKey says.
				assert.deepEqual(variables.chat_history, variables.facts);
			});

			test('without either, or with under three characters, it takes the newest memories', async () => {
				const memory = await wired({ recallCacheTtlMs: 0, scopeRecallToSession: false }, { topK: 2 });
				for (const values of [{}, { input: 'hi' }, { input: '  ' }]) {
					const {
						chat_history: [message],
					} = (await memory.loadMemoryVariables(values)) as { chat_history: ChatMessage[] };
					assert.match(message!.content, /fixed the bike on Monday\.\n- Sarah has a cat called Miso\.$/);
				}
				assert.equal(host.asksOf('POST', search).length, 0);
				assert.deepEqual(
					host.asksOf('GET', list).map(({ query }) => query),
					Array(3).fill({ user_id: 'sarah', page: '1', limit: '2' }),
				);
			});

			test('nothing known is no message', async () => {
				const memory = await wired({ scopeRecallToSession: true }, { sessionId: 'never used' });
				assert.deepEqual(await memory.loadMemoryVariables({ input: 'the cat' }), { chat_history: [] });
				assert.deepEqual(
					await (
						await wired({ scopeRecallToSession: true, returnMessages: false }, { sessionId: 'never used' })
					).loadMemoryVariables({ input: 'the cat' }),
					{ chat_history: '' },
				);
			});

			test('equal ids and equal texts come once', async () => {
				const text = 'The same words in two projects.';
				const stored = await Promise.all(
					['a', 'b'].map(
						async (project) =>
							await fetch(`${service.url}${list}`, {
								method: 'POST',
								headers: { 'content-type': 'application/json', ...host.keyHeaders() },
								body: JSON.stringify({ user_id: 'sarah', text, infer: false, project }),
							}),
					),
				);
				assert.deepEqual(
					stored.map(({ status }) => status),
					[200, 200],
				);
				const {
					chat_history: [message],
				} = (await (await wired()).loadMemoryVariables({ input: text })) as { chat_history: ChatMessage[] };
				assert.equal(message!.content.split(text).length, 2);
			});

			test('a failed recall is empty context and a warning', async () => {
				const down = hostWith({ baseUrl: 'http://127.0.0.1:9', apiKey: '' });
				const memory = await down.memory({ userId: 'sarah', sessionId: 's1' });
				assert.deepEqual(await memory.loadMemoryVariables({ input: 'the cat' }), { chat_history: [] });
				assert.equal(down.warnings.length, 1);
				assert.match(down.warnings[0]!, /could not be recalled/);
			});
		});

		describe('the cache of recalls', () => {
			test('answers the same query again, whatever its case', async () => {
				const memory = await wired();
				const first = await memory.loadMemoryVariables({ input: 'The Cat' });
				assert.deepEqual(await memory.loadMemoryVariables({ input: 'the cat ' }), first);
				assert.equal(host.asksOf('POST', search).length, 1);
			});

			test('0 turns it off, and an entry ends with its time', async () => {
				const off = await wired({ recallCacheTtlMs: 0 });
				await off.loadMemoryVariables({ input: 'the cat' });
				await off.loadMemoryVariables({ input: 'the cat' });
				assert.equal(host.asksOf('POST', search).length, 2);
				const short = await wired({ recallCacheTtlMs: 1 });
				await short.loadMemoryVariables({ input: 'the cat' });
				const until = Date.now() + 1;
				while (Date.now() <= until) await short.loadMemoryVariables({ input: 'another' });
				host.asked.length = 0;
				await short.loadMemoryVariables({ input: 'the cat' });
				assert.equal(host.asksOf('POST', search).length, 1);
			});

			test('holds 32 entries; the oldest goes', async () => {
				const memory = await wired({ mode: 'text', recallCacheTtlMs: 600_000 });
				for (let index = 0; index < 33; index++)
					await memory.loadMemoryVariables({ input: `query ${index}` });
				host.asked.length = 0;
				await memory.loadMemoryVariables({ input: 'query 32' });
				await memory.loadMemoryVariables({ input: 'query 1' });
				assert.equal(host.asked.length, 0);
				await memory.loadMemoryVariables({ input: 'query 0' });
				assert.equal(host.asked.length, 1);
			});

			test('an answer from before a write is not used after it', async () => {
				const memory = await wired();
				await memory.loadMemoryVariables({ input: 'the garden' });
				await memory.saveContext({ input: 'I planted tomatoes in the garden.' }, { output: 'Lovely.' });
				const {
					chat_history: [message],
				} = (await memory.loadMemoryVariables({ input: 'the garden' })) as { chat_history: ChatMessage[] };
				assert.match(message!.content, /tomatoes/);
			});

			test('lives as long as the execution: an agent that calls tools is wired again at every step', async () => {
				const { signal } = new AbortController();
				await (await wired({}, {}, signal)).loadMemoryVariables({ input: 'the cat' });
				await (await wired({}, {}, signal)).loadMemoryVariables({ input: 'the cat' });
				assert.equal(host.asksOf('POST', search).length, 1);
				await (await wired({}, {}, new AbortController().signal)).loadMemoryVariables({ input: 'the cat' });
				await (
					await wired({}, { userId: 'sarah ', topK: 1 }, signal)
				).loadMemoryVariables({ input: 'the cat' });
				assert.equal(host.asksOf('POST', search).length, 3);
			});
		});

		describe('writing', () => {
			test('posts the exchange with its scope', async () => {
				const memory = await wired({ project: 'p', tags: 'chat, n8n' });
				await memory.saveContext({ input: 'I moved to Ghent.' }, { output: 'Noted!' });
				assert.deepEqual(
					host.asksOf('POST', conversation).map(({ body, status }) => ({ body, status })),
					[
						{
							status: 200,
							body: {
								user_id: 'sarah',
								app: 'n8n-nodes-palimpsest',
								session_id: 's1',
								project: 'p',
								tags: ['chat', 'n8n'],
								messages: [
									{ role: 'user', content: 'I moved to Ghent.' },
									{ role: 'assistant', content: 'Noted!' },
								],
							},
						},
					],
				);
			});

			test('keys: the turns are read from inputKey and outputKey, else from the only value', async () => {
				const memory = await wired({ inputKey: 'question', outputKey: 'answer' });
				await memory.saveContext({ question: 'q', input: 'x' }, { answer: 'a', output: 'y' });
				await memory.saveContext({ input: 'only question' }, { output: 'only answer' });
				assert.deepEqual(
					host
						.asksOf('POST', conversation)
						.map(({ body }) => (body!.messages as IDataObject[]).map(({ content }) => content)),
					[
						['q', 'a'],
						['only question', 'only answer'],
					],
				);
			});

			test('an identical pair is written once, by one execution; by the next one again', async () => {
				const { signal } = new AbortController();
				for (const execution of [signal, signal, new AbortController().signal]) {
					const memory = await wired({}, {}, execution);
					await memory.saveContext({ input: 'I like jazz.' }, { output: 'Me too.' });
				}
				assert.equal(host.asksOf('POST', conversation).length, 2);
			});

			test('the last 64 pairs are remembered', async () => {
				const memory = await wired();
				for (let index = 0; index < 65; index++)
					await memory.saveContext({ input: `ok ${index}` }, { output: 'ok' });
				await memory.saveContext({ input: 'ok 1' }, { output: 'ok' });
				assert.equal(host.asksOf('POST', conversation).length, 65);
				await memory.saveContext({ input: 'ok 0' }, { output: 'ok' });
				assert.equal(host.asksOf('POST', conversation).length, 66);
			});

			test('persistTurns off makes no call', async () => {
				const memory = await wired({ persistTurns: false });
				await memory.saveContext({ input: 'a' }, { output: 'b' });
				await memory.chatHistory.addUserMessage('c');
				assert.equal(host.asked.length, 0);
			});

			test('a failed write is a warning, and may be tried again', async () => {
				const down = hostWith({ baseUrl: 'http://127.0.0.1:9', apiKey: '' });
				const memory = await down.memory({ userId: 'sarah', sessionId: 's1' });
				await memory.saveContext({ input: 'a' }, { output: 'b' });
				await memory.saveContext({ input: 'a' }, { output: 'b' });
				assert.equal(down.warnings.length, 2);
				assert.match(down.warnings[0]!, /could not be remembered/);
			});

			test('clearing forgets pairs and recalls and deletes nothing', async () => {
				const memory = await wired();
				await memory.saveContext({ input: 'I play chess.' }, { output: 'Nice.' });
				await memory.loadMemoryVariables({ input: 'chess' });
				await memory.clear();
				await memory.loadMemoryVariables({ input: 'chess' });
				await memory.saveContext({ input: 'I play chess.' }, { output: 'Nice.' });
				assert.equal(host.asksOf('POST', conversation).length, 2);
				assert.equal(host.asksOf('POST', search).length, 2);
				await memory.chatHistory.clear();
				assert.ok(host.asked.every(({ method }) => method !== 'DELETE'));
			});
		});

		describe('chatHistory', () => {
			const call: MessageLike = {
				...new ChatMessage('ai', 'Let me look.'),
				tool_calls: [{ name: 'clock' }],
				getType: () => 'ai',
			};
			const result: MessageLike = { content: '12:00', getType: () => 'tool' };

			test('addMessages writes what was said and leaves out the tools', async () => {
				const memory = await wired();
				await memory.chatHistory.addMessages([
					new ChatMessage('human', 'What time is it?'),
					call,
					result,
					new ChatMessage('ai', 'Noon.'),
				]);
				assert.deepEqual(
					host.asksOf('POST', conversation).map(({ body }) => body!.messages),
					[
						[
							{ role: 'user', content: 'What time is it?' },
							{ role: 'assistant', content: 'Noon.' },
						],
					],
				);
				await memory.saveContext({ input: 'What time is it?' }, { output: 'Noon.' });
				assert.equal(host.asksOf('POST', conversation).length, 1);
			});

			test('messages that come one by one are written one by one', async () => {
				const { chatHistory } = await wired();
				await chatHistory.addUserMessage('My tea is Earl Grey.');
				await chatHistory.addAIMessage('Good choice.');
				assert.deepEqual(
					host.asksOf('POST', conversation).map(({ body }) => body!.messages),
					[
						[{ role: 'user', content: 'My tea is Earl Grey.' }],
						[{ role: 'assistant', content: 'Good choice.' }],
					],
				);
			});

			test('getMessages is what was recalled and what was said; what was recalled is never written back', async () => {
				const memory = await wired({}, { queryText: 'the cat' });
				await memory.saveContext({ input: 'Tell me of my cat.' }, { output: 'Miso is fine.' });
				const messages = await memory.chatHistory.getMessages();
				assert.deepEqual(
					messages.map((message) => message.getType()),
					['human', 'human', 'ai'],
				);
				assert.deepEqual(messages[0]!.toJSON().id, ['langchain_core', 'messages', 'HumanMessage']);
				assert.equal(messages[0]!.additional_kwargs.hideFromUI, true);
				await memory.chatHistory.clear();
				host.asked.length = 0;
				// As the host's memory manager does when it deletes the last message.
				for (const message of messages.slice(0, -1)) await memory.chatHistory.addMessage(message);
				assert.deepEqual(
					host.asksOf('POST', conversation).map(({ body }) => body!.messages),
					[[{ role: 'user', content: 'Tell me of my cat.' }]],
				);
			});
		});
	});
}
