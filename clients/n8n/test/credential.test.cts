import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PalimpsestApi } from '../credentials/PalimpsestApi.credentials.js';
import { baseUrlOf } from '../nodes/service/base-url.js';

const credential = new PalimpsestApi();
const request = { url: 'http://localhost:3001/x', headers: { accept: 'application/json' } };

test('base URL: trailing slashes go, blank is the local default', () => {
	const urls = ['https://m.example/', ' https://m.example/sub// ', '', '   ', undefined].map(baseUrlOf);
	assert.deepEqual(urls, [
		'https://m.example',
		'https://m.example/sub',
		'http://localhost:3001',
		'http://localhost:3001',
		'http://localhost:3001',
	]);
});

test('a blank key sends no header at all', async () => {
	for (const apiKey of ['', '  ', undefined])
		assert.deepEqual((await credential.authenticate({ apiKey } as never, request)).headers, request.headers);
});

test('a key is sent as a bearer token, beside the other headers', async () => {
	const { headers } = await credential.authenticate({ apiKey: ' key ' }, request);
	assert.deepEqual(headers, { accept: 'application/json', Authorization: 'Bearer key' });
});

test('the test asks the health of the address that the nodes would ask', () => {
	const { baseURL, url } = credential.test.request;
	assert.equal(url, '/api/health');
	const expression = /^=\{\{(.*)\}\}$/.exec(String(baseURL))![1]!;
	const evaluated = (baseUrl: string) =>
		new Function('$credentials', `return ${expression}`)({ baseUrl }) as string;
	for (const baseUrl of ['https://m.example/', ' https://m.example/sub// ', '', '   '])
		assert.equal(evaluated(baseUrl), baseUrlOf(baseUrl));
});
