import { NodeOperationError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

import { given, jsonOf } from '../service/input';

/** The turns of one item that say something, in order; at least one. */
export function turnsOf(context: IExecuteFunctions, itemIndex: number): IDataObject[] {
	const mode = context.getNodeParameter('inputMode', itemIndex, 'fields') as string;
	const turns = mode === 'json' ? fromJson(context, itemIndex) : fromFields(context, itemIndex);
	const said = turns.filter(({ content }) => given(content) !== undefined);
	if (said.length === 0) {
		throw new NodeOperationError(
			context.getNode(),
			'The conversation needs at least one turn that is not empty',
			{ itemIndex },
		);
	}
	return said;
}

function fromFields(context: IExecuteFunctions, itemIndex: number): IDataObject[] {
	const { turn } = context.getNodeParameter('turns', itemIndex, {}) as { turn?: IDataObject[] };
	return (turn ?? []).map(({ role, content }) => ({ role, content }));
}

function fromJson(context: IExecuteFunctions, itemIndex: number): IDataObject[] {
	const node = context.getNode();
	let turns: unknown;
	try {
		turns = jsonOf(context.getNodeParameter('turnsJson', itemIndex, '[]'));
	} catch (error) {
		throw new NodeOperationError(node, 'The parameter "Turns (JSON)" is not valid JSON', {
			itemIndex,
			description: (error as Error).message,
		});
	}
	if (!Array.isArray(turns) || !turns.every(isTurn)) {
		throw new NodeOperationError(
			node,
			'The parameter "Turns (JSON)" must be an array of objects with "role" and "content"',
			{ itemIndex },
		);
	}
	return turns;
}

function isTurn(value: unknown): value is IDataObject {
	if (typeof value !== 'object' || value === null) return false;
	const { role, content } = value as IDataObject;
	return typeof role === 'string' && typeof content === 'string';
}
