/**
 * Chat messages that the host's LangChain takes for its own. It recognises a message by these members (LangChain's
 * `isBaseMessage` and, since version 1, the symbol), because several copies of LangChain meet in one host. A community
 * package may not depend on it.
 */
export type MessageType = 'human' | 'ai' | 'system';

const classNames: Record<MessageType, string> = {
	human: 'HumanMessage',
	ai: 'AIMessage',
	system: 'SystemMessage',
};

interface StoredMessage {
	type: MessageType;
	data: { content: string; role: undefined; name: undefined; tool_call_id: undefined };
}

export class ChatMessage {
	readonly lc_serializable = true;
	readonly lc_namespace = ['langchain_core', 'messages'];
	readonly lc_kwargs: { content: string };
	readonly response_metadata = {};
	readonly tool_calls?: unknown[];

	constructor(
		readonly type: MessageType,
		readonly content: string,
		readonly additional_kwargs: Record<string, unknown> = {},
	) {
		this.lc_kwargs = { content };
		if (type === 'ai') this.tool_calls = [];
		Object.defineProperty(this, Symbol.for('langchain.message'), { value: true });
	}

	get text(): string {
		return this.content;
	}

	get contentBlocks(): Array<{ type: 'text'; text: string }> {
		return [{ type: 'text', text: this.content }];
	}

	getType(): MessageType {
		return this.type;
	}

	_getType(): MessageType {
		return this.type;
	}

	/** LangChain's serialised form, which the chat of the host reads. */
	toJSON() {
		return {
			lc: 1,
			type: 'constructor',
			id: [...this.lc_namespace, classNames[this.type]],
			kwargs: {
				content: this.content,
				additional_kwargs: this.additional_kwargs,
				response_metadata: this.response_metadata,
			},
		};
	}

	toDict(): StoredMessage {
		return {
			type: this.type,
			data: { content: this.content, role: undefined, name: undefined, tool_call_id: undefined },
		};
	}
}

/** What the memory itself put before the model: not part of the conversation, so never written back to it. */
export class RecalledMessage extends ChatMessage {
	constructor(type: MessageType, content: string) {
		super(type, content, { hideFromUI: true });
	}
}

/** Any message of the host's. */
export interface MessageLike {
	content?: unknown;
	tool_calls?: unknown[];
	getType?: () => string;
	_getType?: () => string;
}

export function typeOf(message: MessageLike): string {
	return message.getType?.() ?? message._getType?.() ?? '';
}

/** The words of a message; the texts of several parts, one a line. */
export function textOf(content: unknown): string {
	if (typeof content === 'string') return content.trim();
	if (!Array.isArray(content))
		return content === undefined || content === null ? '' : JSON.stringify(content);
	return content
		.map((part: { text?: unknown }) => (typeof part.text === 'string' ? part.text : ''))
		.join('\n')
		.trim();
}
