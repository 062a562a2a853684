/**
 * A chat model that is no model: it speaks OpenAI's chat completions over a real socket and answers by four rules.
 * What it knows, it knows from the messages it was sent, so an answer proves that the memory's context reached it.
 */
import { createServer } from 'node:http';

export async function startScriptedModel() {
	const asked = [];
	const server = createServer(async (request, response) => {
		const chunks = [];
		for await (const chunk of request) chunks.push(chunk);
		if (!request.url.endsWith('/chat/completions')) {
			response
				.writeHead(200, { 'content-type': 'application/json' })
				.end(JSON.stringify({ object: 'list', data: [{ id: 'scripted' }] }));
			return;
		}
		const body = JSON.parse(Buffer.concat(chunks).toString());
		asked.push(body);
		const message = answerTo(body);
		const finish = message.tool_calls === undefined ? 'stop' : 'tool_calls';
		const common = { id: 'scripted', created: 0, model: body.model };
		if (body.stream === true) {
			response.writeHead(200, { 'content-type': 'text/event-stream' });
			const calls = message.tool_calls?.map((call, index) => ({ index, ...call }));
			const chunk = (delta, reason) =>
				`data: ${JSON.stringify({ ...common, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
			response.end(
				`${chunk({ ...message, ...(calls && { tool_calls: calls }) }, null)}${chunk({}, finish)}data: [DONE]\n\n`,
			);
			return;
		}
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(
			JSON.stringify({
				...common,
				object: 'chat.completion',
				choices: [{ index: 0, message, finish_reason: finish }],
				usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
			}),
		);
	});
	await new Promise((resolve) => {
		server.listen(0, '127.0.0.1', resolve);
	});
	return {
		url: `http://127.0.0.1:${server.address().port}/v1`,
		asked,
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => {
				server.close(resolve);
			});
		},
	};
}

function answerTo({ messages, tools = [] }) {
	const said = messages.map(({ role, content }) => ({
		role,
		text: typeof content === 'string' ? content : JSON.stringify(content),
	}));
	const last = said.at(-1);
	const assistant = (content) => ({ role: 'assistant', content });
	if (last.role === 'tool') return assistant(`I looked it up: ${last.text}`);
	if (/^Look up/.test(last.text) && tools.length > 0) {
		const call = {
			id: 'call_1',
			type: 'function',
			function: { name: tools[0].function.name, arguments: JSON.stringify({ query: last.text }) },
		};
		return { ...assistant(''), tool_calls: [call] };
	}
	if (/where do i live/i.test(last.text)) {
		const place = said
			.slice(0, -1)
			.map(({ text }) => /live[sd]? in (\p{Lu}\p{L}+)/u.exec(text)?.[1])
			.find((name) => name !== undefined);
		return assistant(place === undefined ? 'I do not know.' : `You live in ${place}.`);
	}
	return assistant('Noted.');
}
