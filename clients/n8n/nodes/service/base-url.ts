export const defaultBaseUrl = 'http://localhost:3001';

/** Without white space and trailing slashes; blank is the local default. */
export function baseUrlOf(configured: unknown): string {
	return (
		String(configured ?? '')
			.trim()
			.replace(/\/+$/, '') || defaultBaseUrl
	);
}
