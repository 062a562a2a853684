/** `npm run test:n8n`: the packed package in a real headless n8n, against a real service. Prints `N passed, N failed`. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { installHost, openHost } from './n8n.mjs';
import { startScriptedModel } from './scripted-model.mjs';
import { agentTurn, down, invalidRequest, serviceDown, sixOperations, unknownId } from './workflows.mjs';

const { startService } = createRequire(import.meta.url)('../../n8n/node_modules/.test/testing/service.cjs');
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

if (!existsSync(here('node_modules/n8n/bin/n8n'))) installHost();

let passed = 0;
let failed = 0;
async function check(name, body) {
	try {
		await body();
		passed++;
		console.log(`ok - ${name}`);
	} catch (error) {
		failed++;
		console.log(`not ok - ${name}\n${error.stack}`);
	}
}

const [service, model] = await Promise.all([startService(), startScriptedModel()]);
const host = openHost(here('../../n8n'));
const agents = [2.2, 3.1].map((version) => {
	const user = `user-${version}`;
	const turn = (name, says, more = {}) =>
		agentTurn({ id: `agent-${version}-${name}`, version, says, user, ...more });
	return {
		version,
		user,
		first: turn('first', 'I live in Lisbon.'),
		second: turn('second', 'Where do I live?'),
		system: turn('system', 'Where do I live?', {
			memory: { options: { contextRole: 'system', contextFormat: 'messages' } },
		}),
		tool: turn('tool', 'Look up where I live.', { tool: true }),
		down: turn('down', 'Where do I live?', { credentials: down }),
	};
});

try {
	host.importCredentials([
		{
			id: 'palimpsest',
			name: 'Palimpsest',
			type: 'palimpsestApi',
			data: { baseUrl: `${service.url}/`, apiKey: '' },
		},
		{ id: 'down', name: 'Down', type: 'palimpsestApi', data: { baseUrl: 'http://127.0.0.1:9', apiKey: '' } },
		{ id: 'model', name: 'Model', type: 'openAiApi', data: { apiKey: 'scripted', url: model.url } },
	]);
	host.importWorkflows([
		sixOperations(),
		unknownId(),
		invalidRequest(),
		serviceDown(),
		...agents.flatMap(({ first, second, system, tool, down: off }) => [first, second, system, tool, off]),
	]);

	await check('n8n execute: six operations in one workflow', () => {
		sixOperationsHold(host.execute('six-operations'));
	});

	const server = await host.serve();
	try {
		await inTheServer(server);
	} finally {
		await server.stop();
	}
} finally {
	await Promise.all([service.stop(), model.stop()]);
	host.remove();
}

function sixOperationsHold({ items, error }) {
	assert.equal(error, undefined);
	assert.equal(items('Add')[0].content, 'The host keeps bees.');
	assert.match(items('Converse')[0].results[0].memory, /Turin/);
	assert.equal(items('Search')[0].content, 'The host keeps bees.');
	assert.equal(items('List').length, 2);
	assert.deepEqual(
		items('Get').map(({ text, metadata_: metadata }) => [text, metadata]),
		[['The host keeps bees.', { n: 1 }]],
	);
	assert.deepEqual(items('Delete')[0].deleted, [items('Add')[0].id]);
	assert.match(items('Gone')[0].error, /No memory/);
}

async function inTheServer(server) {
	await check('an unknown id is a node error', async () => {
		const { error } = await server.run(unknownId());
		assert.equal(error.message, 'No memory nope for this user.');
		assert.equal(error.httpCode, '404');
	});

	await check('a refused request says what the service said', async () => {
		assert.equal(
			(await server.run(invalidRequest())).error.message,
			'The TopK field must be between 1 and 50.',
		);
	});

	await check('a service that is down is a node error', async () => {
		assert.match((await server.run(serviceDown())).error.message, /refused the connection/);
	});

	for (const { version, user, first, second, system, tool, down: off } of agents) {
		const stored = async () =>
			(await (await fetch(`${service.url}/api/v1/memories?user_id=${user}`)).json()).items;

		await check(`AI Agent ${version}: the second turn recalls what the first stored`, async () => {
			const one = await server.run(first);
			assert.equal(one.error, undefined);
			assert.equal(one.items('Agent')[0].output, 'Noted.');
			assert.deepEqual(
				(await stored()).map(({ app_name: app, session_id: session }) => [app, session]),
				[['n8n-nodes-palimpsest', `${user}-session`]],
			);
			assert.equal((await server.run(second)).items('Agent')[0].output, 'You live in Lisbon.');
			assert.equal(model.asked.at(-1).messages.filter(({ role }) => role === 'user').length, 2);
		});

		await check(`AI Agent ${version}: one system message a fact`, async () => {
			assert.equal((await server.run(system)).items('Agent')[0].output, 'You live in Lisbon.');
			assert.ok(
				model.asked.at(-1).messages.filter(({ role, content }) => role === 'system' && /Lisbon/.test(content))
					.length > 0,
			);
		});

		await check(
			`AI Agent ${version}: the action node as its tool, and the exchange is written all the same`,
			async () => {
				const { items, error } = await server.run(tool);
				assert.equal(error, undefined);
				assert.match(items('Agent').at(-1).output, /^I looked it up: .*Lisbon/s);
				const saved = items('Memory', 'ai_memory').filter(({ action }) => action === 'saveContext');
				assert.deepEqual(
					saved.map(({ saved: done }) => done),
					[true],
				);
			},
		);

		await check(`AI Agent ${version}: a service that is down costs the memory, not the answer`, async () => {
			const { items, error } = await server.run(off);
			assert.equal(error, undefined);
			assert.equal(items('Agent')[0].output, 'I do not know.');
			assert.match(server.printed(), /Memories could not be recalled/);
			assert.match(server.printed(), /The exchange could not be remembered/);
		});
	}

	const tested = async (baseUrl, apiKey = '') => {
		const { body } = await server.call('/rest/credentials/test', {
			credentials: { id: 'palimpsest', name: 'Palimpsest', type: 'palimpsestApi', data: { baseUrl, apiKey } },
		});
		assert.ok(body.data, JSON.stringify(body));
		return body.data.status;
	};
	await check('the credential test asks for the health, past trailing slashes', async () => {
		assert.equal(await tested(`${service.url}//`), 'OK');
	});
	await check('the credential test fails where nothing answers', async () => {
		assert.equal(await tested('http://127.0.0.1:9'), 'Error');
	});
	await check('the credential test fails on a degraded service', async () => {
		const degraded = await startService({
			variables: {
				SVC_Embedding__Provider: 'hosted_a',
				SVC_Embedding__HostedA__Endpoint: 'http://127.0.0.1:9/v1',
				SVC_Embedding__HostedA__Model: 'm',
			},
		});
		try {
			assert.equal((await fetch(`${degraded.url}/api/health`)).status, 503);
			assert.equal(await tested(degraded.url), 'Error');
		} finally {
			await degraded.stop();
		}
	});
}

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
