/** The parameters of the six operations. */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { packageLabel } from '../service/request';

export const defaultTopK = 10;
export const defaultLimit = 20;
export const mostAPage = 100;

const memoryTypes: INodePropertyOptions[] = [
	{ name: 'Any', value: '' },
	{ name: 'Episodic', value: 'episodic', description: 'What happened' },
	{ name: 'Procedural', value: 'procedural', description: 'How something is done' },
	{ name: 'Semantic', value: 'semantic', description: 'What is so' },
];

const memoryType: INodeProperties = {
	displayName: 'Memory Type',
	name: 'memoryType',
	type: 'options',
	options: memoryTypes,
	default: '',
	description: 'Restrict to one kind of memory',
};

const sessionId: INodeProperties = {
	displayName: 'Session ID',
	name: 'sessionId',
	type: 'string',
	default: '',
	description: 'The conversation that the facts belong to',
};

const of = (...operation: string[]) => ({ show: { operation } });

export const operation: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Add',
			value: 'add',
			action: 'Add a memory',
			description: 'Store a text, distilled into facts or as it is',
		},
		{
			name: 'Add Conversation',
			value: 'addConversation',
			action: 'Add a conversation',
			description: 'Distil the turns of a conversation into facts',
		},
		{
			name: 'Delete',
			value: 'delete',
			action: 'Delete memories',
			description: 'Delete memories permanently',
		},
		{ name: 'Get', value: 'get', action: 'Get a memory', description: 'Get one memory by its ID' },
		{
			name: 'List',
			value: 'list',
			action: 'List memories',
			description: 'List memories, newest first',
		},
		{
			name: 'Search',
			value: 'search',
			action: 'Search memories',
			description: 'Find memories by words and meaning',
		},
	],
	default: 'search',
};

export const userId: INodeProperties = {
	displayName: 'User ID',
	name: 'userId',
	type: 'string',
	required: true,
	default: '',
	description: 'Whose memories. With a key, it must be the user that the key was minted for.',
};

export const addFields: INodeProperties[] = [
	{
		displayName: 'Text',
		name: 'text',
		type: 'string',
		typeOptions: { rows: 3 },
		required: true,
		default: '',
		description: 'What to remember, at most 50,000 characters',
		displayOptions: of('add'),
	},
	{
		displayName: 'Options',
		name: 'addOptions',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		displayOptions: of('add'),
		options: [
			{
				displayName: 'App',
				name: 'app',
				type: 'string',
				default: packageLabel,
				description: 'The application that writes; stored with the memory',
			},
			{
				displayName: 'Infer',
				name: 'infer',
				type: 'boolean',
				default: true,
				description:
					'Whether to distil the text into facts. When off, the text is stored as it is and no LLM is asked.',
			},
			{ ...memoryType, description: 'Kind of memory. The service classifies when it is Any.' },
			{
				displayName: 'Metadata',
				name: 'metadata',
				type: 'json',
				default: '{}',
				description: 'A JSON object that is kept and returned with the memory',
			},
		],
	},
];

export const conversationFields: INodeProperties[] = [
	{
		displayName: 'Input Mode',
		name: 'inputMode',
		type: 'options',
		options: [
			{ name: 'Fields', value: 'fields', description: 'Enter the turns one by one' },
			{ name: 'JSON', value: 'json', description: 'Pass the turns as a JSON array' },
		],
		default: 'fields',
		description: 'How the turns are given',
		displayOptions: of('addConversation'),
	},
	{
		displayName: 'Turns',
		name: 'turns',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add Turn',
		default: { turn: [{ role: 'user', content: '' }] },
		description: 'The turns in the order in which they were said. Empty ones are left out.',
		displayOptions: { show: { operation: ['addConversation'], inputMode: ['fields'] } },
		options: [
			{
				displayName: 'Turn',
				name: 'turn',
				values: [
					{
						displayName: 'Role',
						name: 'role',
						type: 'options',
						options: [
							{ name: 'Assistant', value: 'assistant' },
							{ name: 'System', value: 'system' },
							{ name: 'User', value: 'user' },
						],
						default: 'user',
						description: 'Who speaks',
					},
					{
						displayName: 'Content',
						name: 'content',
						type: 'string',
						typeOptions: { rows: 2 },
						default: '',
						description: 'What was said',
					},
				],
			},
		],
	},
	{
		displayName: 'Turns (JSON)',
		name: 'turnsJson',
		type: 'json',
		default: '[\n  { "role": "user", "content": "" }\n]',
		description:
			'An array of objects with "role" and "content", and optionally "name", "uuid" and "created_at"',
		displayOptions: { show: { operation: ['addConversation'], inputMode: ['json'] } },
	},
	{
		displayName: 'Options',
		name: 'conversationOptions',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		displayOptions: of('addConversation'),
		options: [
			{
				displayName: 'Agent Memory',
				name: 'isAgentMemory',
				type: 'boolean',
				default: false,
				description: 'Whether to extract facts about the assistant instead of the user',
			},
			{
				displayName: 'Project',
				name: 'project',
				type: 'string',
				default: '',
				description: 'Project that the facts are recorded under',
			},
			sessionId,
			{
				displayName: 'Tags',
				name: 'tags',
				type: 'string',
				default: '',
				placeholder: 'e.g. onboarding, support',
				description: 'Comma-separated tags, applied to every fact',
			},
		],
	},
];

export const searchFields: INodeProperties[] = [
	{
		displayName: 'Query',
		name: 'query',
		type: 'string',
		required: true,
		default: '',
		description: 'What to look for, in plain words',
		displayOptions: of('search'),
	},
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
		displayOptions: of('search'),
	},
	{
		displayName: 'Options',
		name: 'searchOptions',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		displayOptions: of('search'),
		options: [
			memoryType,
			{
				displayName: 'Mode',
				name: 'mode',
				type: 'options',
				options: [
					{ name: 'Hybrid', value: 'hybrid', description: 'Words and meaning' },
					{ name: 'Text', value: 'text', description: 'Words only' },
					{ name: 'Vector', value: 'vector', description: 'Meaning only' },
				],
				default: 'hybrid',
				description: 'Which retrieval arms are asked',
			},
			{
				displayName: 'Rerank',
				name: 'rerank',
				type: 'boolean',
				default: false,
				description: 'Whether a cross-encoder reads the candidates; it also asks the graph and the sessions',
			},
			{ ...sessionId, description: 'Only memories of this conversation' },
			{
				displayName: 'Top K',
				name: 'topK',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 50 },
				default: defaultTopK,
				description: 'Max number of hits to return',
			},
		],
	},
];

export const listFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
		displayOptions: of('list'),
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: mostAPage },
		// The contract's page size.
		// eslint-disable-next-line n8n-nodes-base/node-param-default-wrong-for-limit
		default: defaultLimit,
		description: 'Max number of results to return',
		displayOptions: { show: { operation: ['list'], returnAll: [false] } },
	},
	{
		displayName: 'Page',
		name: 'page',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1,
		description: 'Which page of that many results',
		displayOptions: { show: { operation: ['list'], returnAll: [false] } },
	},
	{
		displayName: 'Options',
		name: 'listOptions',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		displayOptions: of('list'),
		options: [
			{
				displayName: 'App ID',
				name: 'appId',
				type: 'string',
				default: '',
				description: 'Only memories that this application wrote',
			},
			{
				displayName: 'Categories',
				name: 'categories',
				type: 'string',
				default: '',
				placeholder: 'e.g. work, health',
				description: 'Comma-separated categories; only memories in one of them',
			},
			{
				displayName: 'Include Superseded',
				name: 'includeSuperseded',
				type: 'boolean',
				default: false,
				description: 'Whether to include memories that are no longer believed',
			},
			memoryType,
			{
				displayName: 'Search Text',
				name: 'searchText',
				type: 'string',
				default: '',
				description: 'Only memories that hold every one of these words',
			},
		],
	},
];

export const getFields: INodeProperties[] = [
	{
		displayName: 'Memory ID',
		name: 'memoryId',
		type: 'string',
		required: true,
		default: '',
		displayOptions: of('get'),
	},
];

export const deleteFields: INodeProperties[] = [
	{
		displayName: 'Memory IDs',
		name: 'memoryIds',
		type: 'string',
		required: true,
		default: '',
		description: 'Comma-separated IDs of the memories to delete',
		displayOptions: of('delete'),
	},
];
