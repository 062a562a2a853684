import {
	NodeApiError,
	NodeConnectionTypes,
	NodeOperationError,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type JsonObject,
} from 'n8n-workflow';

import { credentialName, documentation } from '../service/request';
import {
	addFields,
	conversationFields,
	deleteFields,
	getFields,
	listFields,
	operation,
	searchFields,
	userId,
} from './fields';
import { operations, userIdOf } from './operations';

export class Palimpsest implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Palimpsest',
		name: 'palimpsest',
		icon: { light: 'file:../../icons/palimpsest.svg', dark: 'file:../../icons/palimpsest.dark.svg' },
		group: ['transform'],
		version: [1],
		subtitle: '={{ $parameter["operation"] }}',
		description: 'Store, find, read and delete long-term memories of a user',
		defaults: { name: 'Palimpsest' },
		codex: {
			categories: ['AI', 'Data & Storage'],
			subcategories: { AI: ['Memory', 'Tools'] },
			resources: { primaryDocumentation: [{ url: documentation }] },
		},
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: credentialName, required: true }],
		properties: [
			operation,
			userId,
			...addFields,
			...conversationFields,
			...searchFields,
			...listFields,
			...getFields,
			...deleteFields,
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const returned: INodeExecutionData[] = [];
		for (let itemIndex = 0; itemIndex < this.getInputData().length; itemIndex++) {
			const itemData = { item: itemIndex };
			try {
				const name = this.getNodeParameter('operation', itemIndex) as string;
				const run = operations[name];
				if (run === undefined) {
					throw new NodeOperationError(this.getNode(), `There is no operation "${name}"`, { itemIndex });
				}
				const answer = await run(this, itemIndex, userIdOf(this, itemIndex));
				returned.push(
					...this.helpers.constructExecutionMetaData(this.helpers.returnJsonArray(answer), { itemData }),
				);
			} catch (error) {
				if (this.continueOnFail()) {
					returned.push({ json: { error: (error as Error).message }, pairedItem: itemData });
					continue;
				}
				throw asNodeError(error, this.getNode(), itemIndex);
			}
		}
		return [returned];
	}
}

/** What the service or a parameter said keeps its words; a connection that failed is described by the host. */
function asNodeError(error: unknown, node: INode, itemIndex: number): NodeApiError | NodeOperationError {
	if (error instanceof NodeOperationError || error instanceof NodeApiError) return error;
	return new NodeApiError(node, error as JsonObject, { itemIndex });
}
