/** Writes the OpenAPI document of the service of this checkout to the file named. Run it in a folder whose tests are compiled. */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { startService } = createRequire(join(process.cwd(), 'package.json'))('./.test/testing/service.cjs');
const service = await startService();
try {
	writeFileSync(process.argv[2], await (await fetch(`${service.url}/openapi.json`)).text());
} finally {
	await service.stop();
}
