/** The conversation's side of the memory: nodes that add messages one by one write through it, and nodes that list messages read from it. */
import type { Exchange, ExecutionState } from './execution-state';
import { ChatMessage, RecalledMessage, textOf, typeOf, type MessageLike } from './messages';

interface ChatHistoryDependencies {
	recalled(): Promise<RecalledMessage[]>;
	write(exchange: Exchange): Promise<void>;
	state: ExecutionState;
}

export class ChatHistory {
	readonly lc_namespace = ['langchain', 'stores', 'message'];

	constructor(private readonly given: ChatHistoryDependencies) {}

	/** What was recalled, then what was said in this execution. */
	async getMessages(): Promise<ChatMessage[]> {
		const said = this.given.state
			.written()
			.flatMap(({ input, output }) => [
				...(input === '' ? [] : [new ChatMessage('human', input)]),
				...(output === '' ? [] : [new ChatMessage('ai', output)]),
			]);
		return [...(await this.given.recalled()), ...said];
	}

	async addMessage(message: MessageLike): Promise<void> {
		await this.addMessages([message]);
	}

	/** Pairs what the user said with what was answered; calls of tools and their results are no part of it. */
	async addMessages(messages: MessageLike[]): Promise<void> {
		let input = '';
		for (const message of messages.filter((candidate) => !(candidate instanceof RecalledMessage))) {
			const type = typeOf(message);
			const text = textOf(message.content);
			if (type === 'human') {
				if (input !== '') await this.given.write({ input, output: '' });
				input = text;
			} else if (type === 'ai' && (message.tool_calls ?? []).length === 0) {
				await this.given.write({ input, output: text });
				input = '';
			}
		}
		if (input !== '') await this.given.write({ input, output: '' });
	}

	async addUserMessage(text: string): Promise<void> {
		await this.addMessages([new ChatMessage('human', text)]);
	}

	async addAIMessage(text: string): Promise<void> {
		await this.addMessages([new ChatMessage('ai', text)]);
	}

	/** LangChain's newer name. */
	async addAIChatMessage(text: string): Promise<void> {
		await this.addAIMessage(text);
	}

	/** Stored memories stay. */
	async clear(): Promise<void> {
		this.given.state.clear();
	}
}
