import canonicalize from 'canonicalize'

/** An escaped backslash, or a lone surrogate as `JSON.stringify` writes it. */
const escapes = /\\\\|\\ud[89a-f][0-9a-f]{2}/g

/**
 * One text for equal JSON: RFC 8785 (JSON Canonicalization Scheme). A lone surrogate, which RFC 8785 forbids, counts as
 * U+FFFD; what JSON cannot hold counts as `JSON.stringify` writes it.
 */
export function canonicalJson (value: unknown): string {
  const text = (JSON.stringify(value) ?? 'null').replace(escapes, found => found === '\\\\' ? found : '\\ufffd')
  return canonicalize(JSON.parse(text)) as string
}
