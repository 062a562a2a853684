/** A headless n8n with the packed package installed as a person would install it: its folder, its commands, its server. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const binary = join(here, 'node_modules/n8n/bin/n8n');
/** The host's own form of an execution. Loaded when it is installed. */
const parseFlatted = (text) => createRequire(import.meta.url)('flatted').parse(text);
export const email = 'owner@example.com';
export const password = 'Owner-Password-1';

/** The 1.7 GB of the host, once. Not `npm ci`: it refuses a lock whose optional packages a mirror lacks. */
export function installHost() {
	run('npm', ['install', '--no-save', '--legacy-peer-deps', '--no-audit', '--no-fund', '--silent'], { cwd: here });
}

export function openHost(packageFolder) {
	const folder = mkdtempSync(join(tmpdir(), 'palimpsest-n8n-'));
	const nodes = join(folder, '.n8n/nodes');
	mkdirSync(nodes, { recursive: true });
	writeFileSync(join(nodes, 'package.json'), '{ "private": true }');
	run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: packageFolder });
	const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
	run(
		'npm',
		[
			'install',
			'--silent',
			'--no-audit',
			'--no-fund',
			'--legacy-peer-deps',
			'--ignore-scripts',
			join(folder, tarball),
		],
		{ cwd: nodes },
	);

	const own = Object.fromEntries(
		Object.entries(process.env).filter(([name]) => !/^(N8N|SVC|NODE_OPTIONS|npm)_?/.test(name)),
	);
	const env = {
		...own,
		N8N_USER_FOLDER: folder,
		N8N_ENCRYPTION_KEY: 'of the tests',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_RUNNERS_ENABLED: 'false',
		// The result of a command is one of its lines.
		N8N_LOG_LEVEL: 'info',
		N8N_SECURE_COOKIE: 'false',
	};

	const command = (...words) => {
		const { status, stdout, stderr } = spawnSync(process.execPath, [binary, ...words], {
			cwd: folder,
			env,
			encoding: 'utf8',
			maxBuffer: 64 << 20,
		});
		return { status, stdout, stderr };
	};
	const file = (name, content) => {
		const path = join(folder, name);
		writeFileSync(path, JSON.stringify(content));
		return path;
	};

	return {
		folder,
		importCredentials: (credentials) =>
			demand(command('import:credentials', `--input=${file('credentials.json', credentials)}`)),
		importWorkflows: (workflows) =>
			demand(command('import:workflow', `--input=${file('workflows.json', workflows)}`)),
		/** `n8n execute`, in a process of its own. */
		execute(id) {
			const { status, stdout, stderr } = command('execute', `--id=${id}`, '--rawOutput');
			const start = stdout.indexOf('{');
			if (start < 0) throw new Error(`no result of ${id} (${status}): ${stdout}${stderr}`);
			return outcomeOf(JSON.parse(stdout.slice(start, stdout.lastIndexOf('}') + 1)).data);
		},
		/** The server, signed in as its owner. */
		async serve() {
			const port = await freePort();
			const child = spawn(process.execPath, [binary, 'start'], {
				cwd: folder,
				env: { ...env, N8N_PORT: String(port), N8N_LISTEN_ADDRESS: '127.0.0.1' },
				stdio: ['ignore', 'pipe', 'pipe'],
			});
			let printed = '';
			child.stdout.on('data', (chunk) => {
				printed += String(chunk);
			});
			child.stderr.on('data', (chunk) => {
				printed += String(chunk);
			});
			const ended = new Promise((resolve) => {
				child.once('close', resolve);
			});
			process.once('exit', () => {
				child.kill('SIGKILL');
			});
			const url = `http://127.0.0.1:${port}`;
			// Until it has started it answers everything with a page that says so.
			await until(
				async () => (await (await fetch(`${url}/rest/settings`)).json()).data !== undefined,
				() => child.exitCode === null || printed,
			);
			let cookie = '';
			const call = async (path, body) => {
				const response = await fetch(`${url}${path}`, {
					method: body === undefined ? 'GET' : 'POST',
					headers: { 'content-type': 'application/json', cookie },
					...(body !== undefined && { body: JSON.stringify(body) }),
				});
				cookie =
					response.headers
						.getSetCookie()
						.map((value) => value.split(';')[0])
						.join('; ') || cookie;
				return { status: response.status, body: await response.json().catch(() => ({})) };
			};
			const owner = await call('/rest/owner/setup', {
				email,
				password,
				firstName: 'Test',
				lastName: 'Owner',
			});
			if (owner.status !== 200) throw new Error(`the owner could not be set up: ${JSON.stringify(owner)}`);
			/** Runs a workflow as its test button does, to the end. */
			const runToEnd = async (workflow) => {
				const started = await call(`/rest/workflows/${workflow.id}/run`, {
					workflowData: workflow,
					triggerToStartFrom: { name: 'Start' },
				});
				const { executionId } = started.body.data ?? {};
				if (executionId === undefined)
					throw new Error(`${workflow.id} did not start: ${JSON.stringify(started)}`);
				for (;;) {
					const { data } = (await call(`/rest/executions/${executionId}`)).body;
					if (data.stoppedAt) return outcomeOf(parseFlatted(data.data));
					await new Promise((resolve) => {
						setTimeout(resolve, 200);
					});
				}
			};
			return {
				url,
				call,
				run: runToEnd,
				cookie: () => cookie,
				printed: () => printed,
				stop: async () => {
					child.kill('SIGTERM');
					await ended;
				},
			};
		},
		remove: () => {
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** What each node returned, by its name, and the error if there was one. */
function outcomeOf({ resultData: { runData, error } }) {
	const items = (name, connection = 'main') =>
		(runData[name] ?? [])
			.flatMap(({ data }) => (data?.[connection] ?? []).flat())
			.filter(Boolean)
			.map(({ json }) => json);
	return { items, error, runData };
}

function run(file, words, options) {
	demand(spawnSync(file, words, { ...options, encoding: 'utf8' }));
}

function demand({ status, stdout, stderr }) {
	if (status !== 0) throw new Error(`${stdout}${stderr}`);
}

async function freePort() {
	const server = createServer();
	await new Promise((resolve) => {
		server.listen(0, '127.0.0.1', resolve);
	});
	const { port } = server.address();
	await new Promise((resolve) => {
		server.close(resolve);
	});
	return port;
}

async function until(ready, alive) {
	const deadline = Date.now() + 180_000;
	while (!(await ready().catch(() => false))) {
		if (alive() !== true || Date.now() > deadline) throw new Error(`n8n did not get ready: ${alive()}`);
		await new Promise((resolve) => {
			setTimeout(resolve, 250);
		});
	}
}
