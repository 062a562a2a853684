/** Every call of both nodes goes through here. */
import {
	NodeApiError,
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestMethods,
	type IHttpRequestOptions,
	type ISupplyDataFunctions,
	type JsonObject,
} from 'n8n-workflow';

import { baseUrlOf } from './base-url';

/** Sent as `app` on writes and `app_name` on searches. */
export const packageLabel = 'n8n-nodes-palimpsest';
export const credentialName = 'palimpsestApi';
export const documentation = 'https://github.com/palimpsest-memory/palimpsest/tree/main/clients/n8n#readme';

export interface ServiceRequest {
	method: IHttpRequestMethods;
	/** Below the base URL, beginning with a slash. */
	path: string;
	body?: IDataObject;
	/** Undefined values are left out. */
	query?: IDataObject;
	timeoutMs?: number;
}

/** Writes wait for an LLM to distil the text. */
const defaultTimeoutMs = 120_000;

interface Answer {
	statusCode: number;
	body: unknown;
}

/** The parsed body of a successful answer; anything else is a NodeApiError that says what the service said. */
export async function requestService(
	context: IExecuteFunctions | ISupplyDataFunctions,
	itemIndex: number,
	{ method, path, body, query, timeoutMs = defaultTimeoutMs }: ServiceRequest,
): Promise<IDataObject> {
	const { baseUrl } = await context.getCredentials(credentialName, itemIndex);
	const options: IHttpRequestOptions = {
		method,
		url: `${baseUrlOf(baseUrl)}${path}`,
		json: true,
		timeout: timeoutMs,
		// The host's own error would say "Bad request" and hide which field is wrong.
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
		...(body && { body: present(body) }),
		...(query && { qs: present(query) }),
	};
	const { statusCode, body: answer } = (await context.helpers.httpRequestWithAuthentication.call(
		context,
		credentialName,
		options,
	)) as Answer;
	const parsed = parse(answer);
	if (statusCode >= 200 && statusCode < 300) return parsed;
	throw new NodeApiError(context.getNode(), parsed as JsonObject, {
		...explanation(statusCode, parsed),
		httpCode: String(statusCode),
		itemIndex,
	});
}

/** A validation problem has its sentence in `detail`; every other error has `message`, and in `detail` what to do. */
function explanation(
	status: number,
	{ message, detail, title }: IDataObject,
): { message: string; description?: string } {
	const sentences = [message, detail, title].filter(
		(text): text is string => typeof text === 'string' && text !== '',
	);
	const [first = `The service answered ${status}.`, second] = sentences;
	return second === undefined || message === undefined
		? { message: first }
		: { message: first, description: second };
}

function present(fields: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** A proxy may answer with a page instead of JSON, and some content types arrive unparsed. */
function parse(body: unknown): IDataObject {
	if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as IDataObject;
	if (typeof body !== 'string') return {};
	try {
		const parsed: unknown = JSON.parse(body);
		return typeof parsed === 'object' && parsed !== null ? (parsed as IDataObject) : {};
	} catch {
		return {};
	}
}
