/**
 * What one memory remembers while a workflow runs: answers of recent recalls and the exchanges it has written. An agent
 * that calls tools asks the host for its memory anew at every step, so this lives as long as the execution, not the object.
 */
export interface Fact {
	id: string;
	text: string;
}

export interface Exchange {
	input: string;
	output: string;
}

export const mostRecalls = 32;
export const mostExchanges = 64;

export class ExecutionState {
	private readonly recalls = new Map<string, { facts: Fact[]; until: number }>();
	private readonly exchanges = new Map<string, Exchange>();

	constructor(private readonly ttlMs: number) {}

	/** Upper and lower case are the same query. */
	recalled(query: string): Fact[] | undefined {
		const found = this.recalls.get(query.toLowerCase());
		return found !== undefined && found.until > Date.now() ? found.facts : undefined;
	}

	keepRecall(query: string, facts: Fact[]): void {
		if (this.ttlMs <= 0) return;
		const key = query.toLowerCase();
		this.recalls.delete(key);
		this.recalls.set(key, { facts, until: Date.now() + this.ttlMs });
		dropOldest(this.recalls, mostRecalls);
	}

	/** A recall that was answered before a write no longer tells all. */
	forgetRecalls(): void {
		this.recalls.clear();
	}

	/** False when this pair was written before. */
	begin(exchange: Exchange): boolean {
		const key = keyOf(exchange);
		if (this.exchanges.has(key)) return false;
		this.exchanges.set(key, exchange);
		dropOldest(this.exchanges, mostExchanges);
		return true;
	}

	/** The write failed, so the pair may be written again. */
	undo(exchange: Exchange): void {
		this.exchanges.delete(keyOf(exchange));
	}

	written(): Exchange[] {
		return [...this.exchanges.values()];
	}

	clear(): void {
		this.recalls.clear();
		this.exchanges.clear();
	}
}

function keyOf({ input, output }: Exchange): string {
	return JSON.stringify([input, output]);
}

function dropOldest(map: Map<string, unknown>, most: number): void {
	for (const key of map.keys()) {
		if (map.size <= most) return;
		map.delete(key);
	}
}

/** By the execution's own cancel signal, so that it is collected with the execution. */
const states = new WeakMap<AbortSignal, Map<string, ExecutionState>>();

/** The state of one node with these parameters in one execution; a fresh one where there is no execution to tell by. */
export function stateOf(execution: AbortSignal | undefined, key: string, ttlMs: number): ExecutionState {
	if (execution === undefined) return new ExecutionState(ttlMs);
	const ofExecution = states.get(execution) ?? new Map<string, ExecutionState>();
	states.set(execution, ofExecution);
	const state = ofExecution.get(key) ?? new ExecutionState(ttlMs);
	ofExecution.set(key, state);
	return state;
}
