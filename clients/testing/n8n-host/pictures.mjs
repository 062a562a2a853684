/** Takes the pictures of the README of clients/n8n in a real host: needs `chromium` on the path. `node ../testing/n8n-host/pictures.mjs FOLDER`, run in clients/n8n. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openHost } from './n8n.mjs';

const WebSocket = createRequire(import.meta.url)('ws');
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const [folder] = process.argv.slice(2);
const example = (name) => ({
	id: name,
	active: false,
	...JSON.parse(readFileSync(here(`../../n8n/examples/${name}.json`), 'utf8')),
});
const pictures = [
	{ file: 'n8n-action.png', workflow: 'six-operations', node: 'Search' },
	{ file: 'n8n-memory.png', workflow: 'agent-with-memory', node: 'Palimpsest Memory' },
	{ file: 'n8n-agent.png', workflow: 'agent-with-memory' },
];

const host = openHost(here('../../n8n'));
const workflows = Object.fromEntries(
	['six-operations', 'agent-with-memory'].map((name) => [name, example(name)]),
);
host.importCredentials([
	{ id: 'palimpsest', name: 'Palimpsest', type: 'palimpsestApi', data: { baseUrl: '', apiKey: '' } },
]);
for (const { nodes } of Object.values(workflows)) {
	for (const node of nodes.filter(({ type }) => type.startsWith('n8n-nodes-palimpsest'))) {
		node.credentials = { palimpsestApi: { id: 'palimpsest', name: 'Palimpsest' } };
	}
}
host.importWorkflows(Object.values(workflows));
const server = await host.serve();
const browser = await openBrowser();
try {
	const [name, value] = server
		.cookie()
		.split('; ')
		.find((cookie) => cookie.startsWith('n8n-auth='))
		.split(/=(.*)/s);
	await browser.send('Network.setCookie', { name, value, url: server.url });
	await browser.send('Emulation.setDeviceMetricsOverride', {
		width: 1200,
		height: 760,
		deviceScaleFactor: 1,
		mobile: false,
	});
	for (const { file, workflow, node } of pictures) {
		const id =
			node === undefined ? '' : `/${workflows[workflow].nodes.find(({ name: named }) => named === node).id}`;
		await browser.send('Page.navigate', { url: `${server.url}/workflow/${workflow}${id}` });
		await browser.until(
			node === undefined
				? "document.querySelectorAll('[data-test-id=canvas-node]').length > 2"
				: "document.querySelector('[data-test-id=parameter-input], [data-test-id^=parameter-input-]') !== null",
		);
		await new Promise((resolve) => {
			setTimeout(resolve, 4_000);
		});
		const { data } = await browser.send('Page.captureScreenshot', { format: 'png' });
		writeFileSync(join(folder, file), Buffer.from(data, 'base64'));
	}
} finally {
	await browser.close();
	await server.stop();
	host.remove();
}

async function openBrowser() {
	const profile = mkdtempSync(join(tmpdir(), 'palimpsest-browser-'));
	const child = spawn(
		'chromium',
		[
			'--headless=new',
			'--no-sandbox',
			'--disable-gpu',
			'--remote-debugging-port=0',
			`--user-data-dir=${profile}`,
			'about:blank',
		],
		{ stdio: ['ignore', 'ignore', 'pipe'] },
	);
	const address = await new Promise((resolve, reject) => {
		let printed = '';
		child.stderr.on('data', (chunk) => {
			printed += String(chunk);
			const found = /ws:\/\/127\.0\.0\.1:(\d+)/.exec(printed);
			if (found) resolve(`http://127.0.0.1:${found[1]}`);
		});
		child.once('close', () => {
			reject(new Error(printed));
		});
	});
	const [page] = (await (await fetch(`${address}/json`)).json()).filter(({ type }) => type === 'page');
	const socket = new WebSocket(page.webSocketDebuggerUrl);
	await new Promise((resolve) => {
		socket.once('open', resolve);
	});
	const waiting = new Map();
	socket.on('message', (data) => {
		const { id, result, error } = JSON.parse(String(data));
		const settle = waiting.get(id);
		if (settle) error ? settle.reject(new Error(error.message)) : settle.resolve(result);
	});
	let next = 0;
	const send = (method, params = {}) =>
		new Promise((resolve, reject) => {
			const id = ++next;
			waiting.set(id, { resolve, reject });
			socket.send(JSON.stringify({ id, method, params }));
		});
	return {
		send,
		async until(expression) {
			const deadline = Date.now() + 120_000;
			for (;;) {
				const { result } = await send('Runtime.evaluate', { expression, returnByValue: true });
				if (result.value === true) return;
				if (Date.now() > deadline) return;
				await new Promise((resolve) => {
					setTimeout(resolve, 500);
				});
			}
		},
		async close() {
			socket.close();
			child.kill('SIGTERM');
			await new Promise((resolve) => {
				child.once('exit', resolve);
			});
			// The browser's children may still be writing.
			rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
		},
	};
}
