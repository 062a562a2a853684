import type { INodeProperties, NodeParameterValueType } from 'n8n-workflow';

const options: INodeProperties[] = [
	{
		displayName: 'Context Format',
		name: 'contextFormat',
		type: 'options',
		options: [
			{ name: 'Block', value: 'block', description: 'One message for all facts' },
			{ name: 'Messages', value: 'messages', description: 'One message per fact' },
		],
		default: 'block',
		description: 'How the facts are put before the model',
	},
	{
		displayName: 'Context Header',
		name: 'contextHeader',
		type: 'string',
		default: '',
		description: 'The line above the facts. Blank is the built-in one.',
	},
	{
		displayName: 'Context Role',
		name: 'contextRole',
		type: 'options',
		options: [
			{
				name: 'System',
				value: 'system',
				description: 'Fails on providers that accept a system message only as the first one',
			},
			{ name: 'User', value: 'user' },
		],
		default: 'user',
		description: 'Role of the messages that hold the facts',
	},
	{
		displayName: 'Input Key',
		name: 'inputKey',
		type: 'string',
		default: 'input',
		description: 'Key of the user turn in what the agent passes',
	},
	{
		displayName: 'Memory Key',
		name: 'memoryKey',
		type: 'string',
		default: 'chat_history',
		description: 'Prompt variable for the context. Without effect for agents that stream.',
	},
	{
		displayName: 'Memory Type',
		name: 'memoryType',
		type: 'options',
		options: [
			{ name: 'Any', value: '' },
			{ name: 'Episodic', value: 'episodic', description: 'What happened' },
			{ name: 'Procedural', value: 'procedural', description: 'How something is done' },
			{ name: 'Semantic', value: 'semantic', description: 'What is so' },
		],
		default: '',
		description: 'Recall only memories of this kind',
	},
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
		displayName: 'Output Key',
		name: 'outputKey',
		type: 'string',
		default: 'output',
		description: 'Key of the model turn in what the agent passes',
	},
	{
		displayName: 'Persist Turns',
		name: 'persistTurns',
		type: 'boolean',
		default: true,
		description: 'Whether to write each exchange to the service. When off, memories are only read.',
	},
	{
		displayName: 'Project',
		name: 'project',
		type: 'string',
		default: '',
		description: 'Project that extracted facts are recorded under',
	},
	{
		displayName: 'Recall Cache TTL (Ms)',
		name: 'recallCacheTtlMs',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 15000,
		description: 'How long an answer is used again for the same query in one execution. 0 turns it off.',
	},
	{
		displayName: 'Rerank',
		name: 'rerank',
		type: 'boolean',
		default: false,
		description: 'Whether a cross-encoder reads the candidates; it also asks the graph and the sessions',
	},
	{
		displayName: 'Return Messages',
		name: 'returnMessages',
		type: 'boolean',
		default: true,
		description: 'Whether to give the agent message objects rather than one string',
	},
	{
		displayName: 'Scope Recall to Session',
		name: 'scopeRecallToSession',
		type: 'boolean',
		default: false,
		description: 'Whether to recall only what this session wrote. Writes carry the session ID regardless.',
	},
	{
		displayName: 'Tags',
		name: 'tags',
		type: 'string',
		default: '',
		placeholder: 'e.g. chat, support',
		description: 'Comma-separated tags on every stored fact',
	},
];

export const memoryFields: INodeProperties[] = [
	{
		displayName: 'User ID',
		name: 'userId',
		type: 'string',
		required: true,
		default: '={{ $json.userId || $json.user_id || $json.sessionId }}',
		description: 'Whose memories are recalled and written',
	},
	{
		displayName: 'Session ID',
		name: 'sessionId',
		type: 'string',
		required: true,
		default: '={{ $json.sessionId }}',
		description: 'The conversation. Recorded on every fact that it produces.',
	},
	{
		displayName: 'Query Text',
		name: 'queryText',
		type: 'string',
		default: '={{ $json.chatInput }}',
		description:
			'What to recall for when the agent passes no input to its memory, as AI Agent 3 and later do. Blank recalls the newest memories.',
	},
	{
		displayName: 'Top K',
		name: 'topK',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 50 },
		default: 5,
		description: 'Max number of facts to recall',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options,
	},
];

/** Default of a parameter or option. */
export function defaultOf(name: string): NodeParameterValueType {
	return [...memoryFields, ...options].find((field) => field.name === name)?.default ?? '';
}
