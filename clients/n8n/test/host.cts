/** What the nodes ask of their host, answered by real HTTP requests, and a record of what was asked. */
import {
	NodeApiError,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IHttpRequestOptions,
	type INodeExecutionData,
	type INode,
	type IExecuteFunctions,
	type ISupplyDataFunctions,
} from 'n8n-workflow';
import { PalimpsestApi } from '../credentials/PalimpsestApi.credentials.js';
import { Palimpsest } from '../nodes/Palimpsest/Palimpsest.node.js';
import type { PalimpsestChatMemory } from '../nodes/PalimpsestMemory/memory.js';
import { PalimpsestMemory } from '../nodes/PalimpsestMemory/PalimpsestMemory.node.js';

export interface Asked {
	method: string;
	path: string;
	query: Record<string, string>;
	body: IDataObject | undefined;
	headers: IDataObject;
	status: number;
}

export interface Host {
	asked: Asked[];
	warnings: string[];
	/** Runs the action node, one item for each set of parameters. */
	run(items: IDataObject[], options?: { continueOnFail?: boolean }): Promise<INodeExecutionData[]>;
	/** Wires the memory; the calls with one signal belong to one execution. */
	memory(parameters: IDataObject, execution?: AbortSignal): Promise<PalimpsestChatMemory>;
	asksOf(method: string, path: string): Asked[];
	/** The credential as headers, for a call past the nodes. */
	keyHeaders(): Record<string, string>;
}

const node: INode = {
	id: '1',
	name: 'Palimpsest',
	type: 'n8n-nodes-palimpsest.palimpsest',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

export function hostWith(credentials: ICredentialDataDecryptedObject): Host {
	const asked: Asked[] = [];
	const warnings: string[] = [];
	const authentication = new PalimpsestApi();

	async function httpRequestWithAuthentication(this: unknown, name: string, options: IHttpRequestOptions) {
		if (name !== authentication.name) throw new Error(`no credential ${name}`);
		const {
			method = 'GET',
			url,
			body,
			qs,
			headers = {},
		} = await authentication.authenticate(credentials, options);
		const address = new URL(url);
		for (const [key, value] of Object.entries(qs ?? {})) address.searchParams.set(key, String(value));
		const response = await fetch(address, {
			method,
			headers: {
				...(headers as Record<string, string>),
				...(body !== undefined && { 'content-type': 'application/json' }),
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
		}).catch((error: Error) => {
			throw new NodeApiError(node, { message: String(error.cause ?? error) });
		});
		const text = await response.text();
		asked.push({
			method,
			path: address.pathname,
			query: Object.fromEntries(address.searchParams),
			body: body as IDataObject | undefined,
			headers,
			status: response.status,
		});
		const answer = text.startsWith('{') ? (JSON.parse(text) as unknown) : text;
		if (!response.ok && options.ignoreHttpStatusErrors !== true)
			throw new NodeApiError(node, { message: 'Bad request' });
		return options.returnFullResponse === true
			? { statusCode: response.status, body: answer, headers: {} }
			: answer;
	}

	const common = {
		getNode: () => node,
		getCredentials: async () => credentials,
		helpers: {
			httpRequestWithAuthentication,
			returnJsonArray: (data: IDataObject[]) => data.map((json) => ({ json })),
			constructExecutionMetaData: (
				items: INodeExecutionData[],
				{ itemData }: { itemData: { item: number } },
			) => items.map((item) => ({ ...item, pairedItem: itemData })),
		},
		logger: {
			warn: (message: string) => {
				warnings.push(message);
			},
		},
	};
	/** As the host does it: a dot goes into a collection, and what is not set is the fallback. */
	const parameterOf = (parameters: IDataObject, name: string, fallback: unknown) =>
		parameters[name] ?? fallback;

	return {
		asked,
		warnings,
		async run(items, { continueOnFail = false } = {}) {
			const context = {
				...common,
				getInputData: () => items.map((json) => ({ json })),
				getNodeParameter: (name: string, index: number, fallback?: unknown) =>
					parameterOf(items[index]!, name, fallback),
				continueOnFail: () => continueOnFail,
			} as unknown as IExecuteFunctions;
			const [returned] = await new Palimpsest().execute.call(context);
			return returned!;
		},
		async memory(parameters, execution) {
			const context = {
				...common,
				getNodeParameter: (name: string, _index: number, fallback?: unknown) =>
					parameterOf(parameters, name, fallback),
				getExecutionCancelSignal: () => execution,
				addInputData: () => ({ index: 0 }),
				addOutputData: () => undefined,
			} as unknown as ISupplyDataFunctions;
			const { response } = await new PalimpsestMemory().supplyData.call(context, 0);
			return response as PalimpsestChatMemory;
		},
		keyHeaders: (): Record<string, string> =>
			credentials.apiKey === '' ? {} : { authorization: `Bearer ${String(credentials.apiKey)}` },
		asksOf: (method, path) => asked.filter((ask) => ask.method === method && ask.path === path),
	};
}
