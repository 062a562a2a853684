/** One function an operation: reads its parameters for one item, makes its call, returns what goes to the next node. */
import { NodeOperationError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

import { given, jsonOf, namesIn } from '../service/input';
import { packageLabel, requestService } from '../service/request';
import { defaultLimit, defaultTopK, mostAPage } from './fields';
import { turnsOf } from './turns';

type Operation = (context: IExecuteFunctions, itemIndex: number, userId: string) => Promise<IDataObject[]>;

const memories = '/api/v1/memories';
/** Pages that return-all reads before it gives up on a list that never ends. */
const mostPages = 1_000;

export const operations: Record<string, Operation> = {
	async add(context, itemIndex, userId) {
		const options = context.getNodeParameter('addOptions', itemIndex, {}) as IDataObject;
		return [
			await requestService(context, itemIndex, {
				method: 'POST',
				path: memories,
				body: {
					user_id: userId,
					text: required(context, itemIndex, 'text', 'Text'),
					app: given(options.app) ?? packageLabel,
					infer: options.infer ?? true,
					memory_type: given(options.memoryType),
					metadata: metadataOf(context, itemIndex, options.metadata),
				},
			}),
		];
	},

	async addConversation(context, itemIndex, userId) {
		const options = context.getNodeParameter('conversationOptions', itemIndex, {}) as IDataObject;
		return [
			await requestService(context, itemIndex, {
				method: 'POST',
				path: `${memories}/from-conversation`,
				body: {
					user_id: userId,
					messages: turnsOf(context, itemIndex),
					app: packageLabel,
					is_agent_memory: options.isAgentMemory ?? false,
					project: given(options.project),
					session_id: given(options.sessionId),
					tags: namesIn(options.tags),
				},
			}),
		];
	},

	async search(context, itemIndex, userId) {
		const options = context.getNodeParameter('searchOptions', itemIndex, {}) as IDataObject;
		const envelope = await requestService(context, itemIndex, {
			method: 'POST',
			path: `${memories}/search`,
			body: {
				user_id: userId,
				query: required(context, itemIndex, 'query', 'Query'),
				top_k: options.topK ?? defaultTopK,
				mode: options.mode ?? 'hybrid',
				rerank: options.rerank === true ? 'cross_encoder' : undefined,
				session_id: given(options.sessionId),
				memory_type: given(options.memoryType),
				app_name: packageLabel,
			},
		});
		const simplify = context.getNodeParameter('simplify', itemIndex, true) as boolean;
		return simplify ? (envelope.results as IDataObject[]) : [envelope];
	},

	async list(context, itemIndex, userId) {
		const options = context.getNodeParameter('listOptions', itemIndex, {}) as IDataObject;
		const filter: IDataObject = {
			user_id: userId,
			app_id: given(options.appId),
			categories: namesIn(options.categories)?.join(','),
			search_query: given(options.searchText),
			include_superseded: options.includeSuperseded === true ? true : undefined,
			memory_type: given(options.memoryType),
		};
		const page = async (number: number, limit: number) =>
			await requestService(context, itemIndex, {
				method: 'GET',
				path: memories,
				query: { ...filter, page: number, limit },
			});
		if (context.getNodeParameter('returnAll', itemIndex, false) as boolean) return await everyPage(page);
		const limit = context.getNodeParameter('limit', itemIndex, defaultLimit) as number;
		const number = context.getNodeParameter('page', itemIndex, 1) as number;
		return (await page(number, limit)).items as IDataObject[];
	},

	async get(context, itemIndex, userId) {
		const id = required(context, itemIndex, 'memoryId', 'Memory ID');
		return [
			await requestService(context, itemIndex, {
				method: 'GET',
				path: `${memories}/${encodeURIComponent(id)}`,
				query: { user_id: userId },
			}),
		];
	},

	async delete(context, itemIndex, userId) {
		const ids = namesIn(context.getNodeParameter('memoryIds', itemIndex, ''));
		if (ids === undefined) throw missing(context, itemIndex, 'Memory IDs');
		return [
			await requestService(context, itemIndex, {
				method: 'DELETE',
				path: memories,
				body: { user_id: userId, memory_ids: ids },
			}),
		];
	},
};

async function everyPage(
	page: (number: number, limit: number) => Promise<IDataObject>,
): Promise<IDataObject[]> {
	const all: IDataObject[] = [];
	for (let number = 1; number <= mostPages; number++) {
		const { items, pages } = await page(number, mostAPage);
		all.push(...(items as IDataObject[]));
		if (number >= Number(pages)) break;
	}
	return all;
}

/** The trimmed user id; a blank one fails the item. */
export function userIdOf(context: IExecuteFunctions, itemIndex: number): string {
	return required(context, itemIndex, 'userId', 'User ID');
}

function required(context: IExecuteFunctions, itemIndex: number, name: string, displayName: string): string {
	const value = given(context.getNodeParameter(name, itemIndex, ''));
	if (value === undefined) throw missing(context, itemIndex, displayName);
	return value;
}

function missing(context: IExecuteFunctions, itemIndex: number, displayName: string) {
	return new NodeOperationError(context.getNode(), `The parameter "${displayName}" is empty`, {
		itemIndex,
	});
}

/** An object; an empty one is left out of the request. */
function metadataOf(context: IExecuteFunctions, itemIndex: number, value: unknown): IDataObject | undefined {
	let metadata: unknown;
	try {
		metadata = jsonOf(value);
	} catch (error) {
		throw new NodeOperationError(context.getNode(), 'The parameter "Metadata" is not valid JSON', {
			itemIndex,
			description: (error as Error).message,
		});
	}
	if (metadata === undefined || metadata === null || metadata === '') return undefined;
	if (typeof metadata !== 'object' || Array.isArray(metadata)) {
		throw new NodeOperationError(context.getNode(), 'The parameter "Metadata" must be a JSON object', {
			itemIndex,
		});
	}
	return Object.keys(metadata).length === 0 ? undefined : (metadata as IDataObject);
}
