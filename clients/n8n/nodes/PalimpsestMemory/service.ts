/** The three calls that the memory makes. */
import type { IDataObject, ISupplyDataFunctions } from 'n8n-workflow';

import { packageLabel, requestService } from '../service/request';
import type { Exchange, Fact } from './execution-state';
import type { MemoryParameters } from './parameters';

export interface MemoryService {
	search(query: string): Promise<Fact[]>;
	/** The newest memories. */
	recent(): Promise<Fact[]>;
	write(exchange: Exchange): Promise<void>;
}

const memories = '/api/v1/memories';
/** The model waits for the recall. */
const recallTimeoutMs = 15_000;

export function serviceFor(
	context: ISupplyDataFunctions,
	itemIndex: number,
	parameters: MemoryParameters,
): MemoryService {
	const { userId, sessionId, topK, mode, rerank, memoryType, project, tags } = parameters;
	const recalledFrom = parameters.scopeRecallToSession ? sessionId : undefined;
	return {
		async search(query) {
			const { results } = await requestService(context, itemIndex, {
				method: 'POST',
				path: `${memories}/search`,
				timeoutMs: recallTimeoutMs,
				body: {
					user_id: userId,
					query: query.slice(0, mostQueryCharacters),
					top_k: topK,
					mode,
					rerank: rerank ? 'cross_encoder' : undefined,
					session_id: recalledFrom,
					memory_type: memoryType,
					app_name: packageLabel,
				},
			});
			return factsOf(results);
		},

		async recent() {
			const { items } = await requestService(context, itemIndex, {
				method: 'GET',
				path: memories,
				timeoutMs: recallTimeoutMs,
				query: {
					user_id: userId,
					page: 1,
					limit: topK,
					session_id: recalledFrom,
					memory_type: memoryType,
				},
			});
			return factsOf(items);
		},

		async write({ input, output }) {
			const turns = [
				{ role: 'user', content: input },
				{ role: 'assistant', content: output },
			];
			await requestService(context, itemIndex, {
				method: 'POST',
				path: `${memories}/from-conversation`,
				body: {
					user_id: userId,
					messages: turns.filter(({ content }) => content !== ''),
					app: packageLabel,
					session_id: sessionId,
					project,
					tags,
				},
			});
		},
	};
}

/** The most that a search takes. */
const mostQueryCharacters = 5_000;

/** Each memory once, and each text once. */
function factsOf(found: unknown): Fact[] {
	const facts = ((found ?? []) as IDataObject[]).map(({ id, content }) => ({
		id: String(id),
		text: String(content),
	}));
	const ids = new Set<string>();
	const texts = new Set<string>();
	return facts.filter(({ id, text }) => {
		if (ids.has(id) || texts.has(text)) return false;
		ids.add(id);
		texts.add(text);
		return true;
	});
}
