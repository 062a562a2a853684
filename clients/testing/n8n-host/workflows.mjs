/** The workflows that the host is asked to run. */
const credential = { palimpsestApi: { id: 'palimpsest', name: 'Palimpsest' } };
const down = { palimpsestApi: { id: 'down', name: 'Down' } };
const manual = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} };

function workflow(id, nodes, connections) {
	return {
		id,
		name: id,
		active: false,
		settings: { executionOrder: 'v1' },
		nodes: nodes.map((node, index) => ({ id: `${id}-${index}`, position: [index * 220, 0], ...node })),
		connections,
	};
}

const main = (...names) =>
	Object.fromEntries(
		names
			.slice(0, -1)
			.map((name, index) => [name, { main: [[{ node: names[index + 1], type: 'main', index: 0 }]] }]),
	);
const action = (name, parameters, more = {}) => ({
	name,
	type: 'n8n-nodes-palimpsest.palimpsest',
	typeVersion: 1,
	parameters: { userId: 'host', ...parameters },
	credentials: credential,
	...more,
});

export function sixOperations() {
	const id = '={{ $("Add").first().json.id }}';
	const nodes = [
		manual,
		action('Add', {
			operation: 'add',
			text: 'The host keeps bees.',
			addOptions: { infer: false, metadata: '{"n":1}' },
		}),
		action('Converse', {
			operation: 'addConversation',
			inputMode: 'fields',
			turns: { turn: [{ role: 'user', content: 'My sister Ana lives in Turin.' }] },
			conversationOptions: { sessionId: 's', tags: 'family' },
		}),
		action('Search', { operation: 'search', query: 'who keeps bees?' }),
		action('List', { operation: 'list', returnAll: true }, { executeOnce: true }),
		action('Get', { operation: 'get', memoryId: id }, { executeOnce: true }),
		action('Delete', { operation: 'delete', memoryIds: id }),
		action('Gone', { operation: 'get', memoryId: id }, { onError: 'continueRegularOutput' }),
	];
	return workflow('six-operations', nodes, main(...nodes.map(({ name }) => name)));
}

export function unknownId() {
	const nodes = [manual, action('Get', { operation: 'get', memoryId: 'nope' })];
	return workflow('unknown-id', nodes, main('Start', 'Get'));
}

export function invalidRequest() {
	const nodes = [manual, action('Search', { operation: 'search', query: 'x', searchOptions: { topK: 99 } })];
	return workflow('invalid-request', nodes, main('Start', 'Search'));
}

export function serviceDown() {
	const nodes = [manual, action('List', { operation: 'list' }, { credentials: down })];
	return workflow('service-down', nodes, main('Start', 'List'));
}

/** One turn with an agent of this version; the ids of two turns of one user differ in nothing but what is said. */
export function agentTurn({ id, version, says, user, memory = {}, credentials = credential, tool = false }) {
	const nodes = [
		manual,
		{
			name: 'Turn',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: {
				mode: 'raw',
				jsonOutput: JSON.stringify({ chatInput: says, sessionId: `${user}-session`, userId: user }),
				options: {},
			},
		},
		{
			name: 'Agent',
			type: '@n8n/n8n-nodes-langchain.agent',
			typeVersion: version,
			parameters: { promptType: 'define', text: '={{ $json.chatInput }}', options: {} },
		},
		{
			name: 'Model',
			type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
			typeVersion: 1.2,
			parameters: { model: { __rl: true, mode: 'id', value: 'scripted' }, options: {} },
			credentials: { openAiApi: { id: 'model', name: 'Model' } },
		},
		{
			name: 'Memory',
			type: 'n8n-nodes-palimpsest.palimpsestMemory',
			typeVersion: 1,
			parameters: memory,
			credentials,
		},
		...(tool
			? [
					{
						name: 'Tool',
						type: 'n8n-nodes-palimpsest.palimpsestTool',
						typeVersion: 1,
						parameters: {
							operation: 'search',
							userId: user,
							query: "={{ $fromAI('query', 'what to look for') }}",
						},
						credentials: credential,
					},
				]
			: []),
	];
	const to = (type) => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
	return workflow(id, nodes, {
		...main('Start', 'Turn', 'Agent'),
		Model: to('ai_languageModel'),
		Memory: to('ai_memory'),
		...(tool && { Tool: to('ai_tool') }),
	});
}

export { down };
