import {
	NodeConnectionTypes,
	type IDataObject,
	type INodeType,
	type INodeTypeDescription,
	type ISupplyDataFunctions,
	type SupplyData,
} from 'n8n-workflow';

import { credentialName, documentation } from '../service/request';
import { stateOf } from './execution-state';
import { memoryFields } from './fields';
import { PalimpsestChatMemory, type Recorder } from './memory';
import { parametersOf } from './parameters';
import { serviceFor } from './service';

export class PalimpsestMemory implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Palimpsest Memory',
		name: 'palimpsestMemory',
		icon: { light: 'file:../../icons/palimpsest.svg', dark: 'file:../../icons/palimpsest.dark.svg' },
		group: ['transform'],
		version: [1],
		subtitle: '={{ $parameter["userId"] }}',
		description: 'Long-term memory for an AI agent: recalls facts before each turn, remembers after it',
		defaults: { name: 'Palimpsest Memory' },
		codex: {
			categories: ['AI'],
			subcategories: { AI: ['Memory'], Memory: ['Other memories'] },
			resources: { primaryDocumentation: [{ url: documentation }] },
		},
		inputs: [],
		outputs: [NodeConnectionTypes.AiMemory],
		outputNames: ['Memory'],
		credentials: [{ name: credentialName, required: true }],
		properties: memoryFields,
	};

	async supplyData(this: ISupplyDataFunctions, itemIndex: number): Promise<SupplyData> {
		const parameters = parametersOf(this, itemIndex);
		const key = JSON.stringify([this.getNode().name, parameters]);
		return {
			response: new PalimpsestChatMemory({
				parameters,
				service: serviceFor(this, itemIndex, parameters),
				state: stateOf(this.getExecutionCancelSignal(), key, parameters.recallCacheTtlMs),
				warn: (message) => this.logger.warn(`${this.getNode().name}: ${message}`),
				record: recorderOf(this),
			}),
		};
	}
}

function recorderOf(context: ISupplyDataFunctions): Recorder {
	const connection = NodeConnectionTypes.AiMemory;
	return (action, input) => {
		const { index } = context.addInputData(connection, [[{ json: { action, ...input } as IDataObject }]]);
		return (output) => {
			context.addOutputData(connection, index, [[{ json: { action, ...output } as IDataObject }]]);
		};
	};
}
