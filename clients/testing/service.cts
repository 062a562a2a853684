/** The service of this checkout (built before), as a process of its own, for the tests of the clients. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface RunningService {
	url: string;
	/** A key for this user. Needs a service that was started with a secret. */
	mintKey(userId: string): string;
	stop(): Promise<void>;
}

/** The root of the checkout, from wherever under it the tests run. */
export const root = ((): string => {
	for (let folder = process.cwd(); ; folder = dirname(folder)) {
		try {
			const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name?: string };
			if (name === 'palimpsest') return folder;
		} catch {
			if (dirname(folder) === folder) throw new Error('Run this inside a checkout of palimpsest.');
		}
	}
})();

const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
	bin: { palimpsest: string };
};
const cli = join(root, bin.palimpsest);

export async function startService({
	secret = '',
	variables = {},
}: { secret?: string; variables?: Record<string, string> } = {}): Promise<RunningService> {
	const folder = await mkdtemp(join(tmpdir(), 'palimpsest-client-'));
	const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SVC_')));
	const environment = {
		...own,
		SVC_Sqlite__Path: join(folder, 'palimpsest.db'),
		SVC_Cache__EmbeddingPath: join(folder, 'cache/embedding'),
		SVC_Cache__LlmPath: join(folder, 'cache/llm'),
		SVC_Backup__Directory: join(folder, 'backups'),
		SVC_Server__Port: '0',
		SVC_Server__LogLevel: 'info',
		...(secret !== '' && { SVC_Auth__Secret: secret }),
		...variables,
	};
	const settings = join(root, 'settings.embedded.json');
	const child = spawn(process.execPath, [cli, 'serve', '--settings', settings], {
		cwd: folder,
		env: environment,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const ended = new Promise<void>((resolve) => {
		child.once('close', () => resolve());
	});
	process.once('exit', () => {
		child.kill('SIGKILL');
	});
	let printed = '';
	const url = await new Promise<string>((resolve, reject) => {
		const read = (chunk: unknown) => {
			printed += String(chunk);
			const found = /Server listening at (http:\/\/127\.0\.0\.1:\d+)/.exec(printed)?.[1];
			if (found !== undefined) resolve(found);
		};
		child.stdout.on('data', read);
		child.stderr.on('data', read);
		child.once('error', reject);
		void ended.then(() => reject(new Error(`the service ended at its start (is it built?): ${printed}`)));
	});
	return {
		url,
		mintKey(userId) {
			const { status, stdout, stderr } = spawnSync(
				process.execPath,
				[cli, 'mint-key', userId, '--settings', settings],
				{ cwd: folder, env: environment, encoding: 'utf8' },
			);
			if (status !== 0) throw new Error(stderr);
			return stdout.trim();
		},
		async stop() {
			child.kill('SIGTERM');
			await ended;
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
