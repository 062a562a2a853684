/** Reads the parameters of the memory for one item. */
import { NodeOperationError, type IDataObject, type ISupplyDataFunctions } from 'n8n-workflow';

import { given, namesIn } from '../service/input';
import { defaultOf } from './fields';

export interface MemoryParameters {
	userId: string;
	sessionId: string;
	/** Asked when the agent passes no input. */
	queryText: string;
	scopeRecallToSession: boolean;
	/** 1 to 50. */
	topK: number;
	contextFormat: 'block' | 'messages';
	/** Blank is the built-in line. */
	contextHeader: string;
	contextRole: 'system' | 'user';
	inputKey: string;
	memoryKey: string;
	memoryType: string | undefined;
	outputKey: string;
	persistTurns: boolean;
	project: string | undefined;
	recallCacheTtlMs: number;
	rerank: boolean;
	returnMessages: boolean;
	mode: string;
	tags: string[] | undefined;
}

const mostTopK = 50;

export function parametersOf(context: ISupplyDataFunctions, itemIndex: number): MemoryParameters {
	const read = (name: string) => context.getNodeParameter(name, itemIndex, '') as unknown;
	const options = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
	const text = (name: string) => given(options[name]) ?? String(defaultOf(name));
	return {
		userId: required(context, itemIndex, 'userId', 'User ID'),
		sessionId: required(context, itemIndex, 'sessionId', 'Session ID'),
		queryText: given(read('queryText')) ?? '',
		topK: topKOf(read('topK')),
		scopeRecallToSession: options.scopeRecallToSession === true,
		contextFormat: options.contextFormat === 'messages' ? 'messages' : 'block',
		contextHeader: text('contextHeader'),
		contextRole: options.contextRole === 'system' ? 'system' : 'user',
		inputKey: text('inputKey'),
		memoryKey: text('memoryKey'),
		outputKey: text('outputKey'),
		memoryType: given(options.memoryType),
		persistTurns: options.persistTurns !== false,
		project: given(options.project),
		recallCacheTtlMs: ttlOf(options.recallCacheTtlMs),
		rerank: options.rerank === true,
		returnMessages: options.returnMessages !== false,
		mode: text('mode'),
		tags: namesIn(options.tags),
	};
}

function required(
	context: ISupplyDataFunctions,
	itemIndex: number,
	name: string,
	displayName: string,
): string {
	const value = given(context.getNodeParameter(name, itemIndex, ''));
	if (value !== undefined) return value;
	throw new NodeOperationError(context.getNode(), `The parameter "${displayName}" is empty`, {
		itemIndex,
		description:
			'The memory cannot be wired to the agent without it. Check the expression in this parameter.',
	});
}

function topKOf(value: unknown): number {
	const number = Math.round(Number(given(value) ?? defaultOf('topK')));
	return Number.isFinite(number) ? Math.min(Math.max(number, 1), mostTopK) : Number(defaultOf('topK'));
}

function ttlOf(value: unknown): number {
	const number = Number(given(value) ?? defaultOf('recallCacheTtlMs'));
	return Number.isFinite(number) ? Math.max(number, 0) : Number(defaultOf('recallCacheTtlMs'));
}
