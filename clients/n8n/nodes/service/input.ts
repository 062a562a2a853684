/** Reads parameters as a person fills them in. */

/** Undefined when blank, so that it is left out of the request. */
export function given(value: unknown): string | undefined {
	const text = String(value ?? '').trim();
	return text === '' ? undefined : text;
}

/** Comma-separated names, or a list that an expression yielded. Undefined when there is none. */
export function namesIn(value: unknown): string[] | undefined {
	const parts = Array.isArray(value) ? value.map(String) : String(value ?? '').split(',');
	const names = parts.map((name) => name.trim()).filter((name) => name !== '');
	return names.length === 0 ? undefined : [...new Set(names)];
}

/** JSON text, or the value itself where an expression yielded one. Throws on text that is no JSON. */
export function jsonOf(value: unknown): unknown {
	return typeof value === 'string' && value.trim() !== '' ? JSON.parse(value) : value;
}
