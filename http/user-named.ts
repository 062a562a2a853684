/** The user that a body, a query or a path names. */
export function userNamedIn (part: unknown): unknown {
  return typeof part === 'object' && part !== null ? (part as { user_id?: unknown }).user_id : undefined
}
