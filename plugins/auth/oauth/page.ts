/** The page where a person lets a client in by pasting a key once. No script, nothing from elsewhere. */

export interface Page {
  client: string
  /** Where the browser goes afterwards, so that a person can see who will get in. */
  destination: string
  writes: boolean
  /** The signed request that comes back with the form. */
  request: string
  /** What was wrong with the last try. */
  problem: string | null
}

export function consentPage ({ client, destination, writes, request, problem }: Page): string {
  return shell(
    'Let a client in',
    `<h1>Let “${escaped(client)}” in?</h1>
<p>It asks to ${writes ? 'read your memories, and to add, change and delete them' : 'read your memories'}.
Afterwards this page goes to <strong>${escaped(destination)}</strong>. Go on only if you came from there yourself.</p>
${problem === null ? '' : `<p role="alert">${escaped(problem)}</p>`}
<form method="post" action="/authorize">
<input type="hidden" name="request" value="${escaped(request)}">
<label for="key">Your key</label>
<input id="key" name="key" type="password" autocomplete="current-password" spellcheck="false" autofocus>
${writes ? '<label class="row"><input type="checkbox" name="only_read" value="1"> It may only read</label>' : ''}
<p><button name="answer" value="allow">Let it in</button> <button name="answer" value="deny">Refuse</button></p>
</form>
<p class="small">A key is printed by <code>palimpsest mint-key &lt;user_id&gt;</code>. The client does not see it:
it gets tokens of its own, which end when the key does.</p>`
  )
}

export function problemPage (problem: string): string {
  return shell('This cannot go on', `<h1>This cannot go on</h1><p role="alert">${escaped(problem)}</p>`)
}

export function escaped (text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:32rem;margin:10vh auto;padding:0 1rem}
input[type=password]{width:100%;padding:.5rem;font:inherit;box-sizing:border-box}
label{display:block;margin:.75rem 0 .25rem}
button{font:inherit;padding:.4rem 1rem}
[role=alert]{border-left:4px solid #b00020;padding-left:.75rem}
.small{font-size:.85rem}
strong,code{overflow-wrap:anywhere}`

function shell (title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} · Palimpsest</title>
<meta name="viewport" content="width=device-width"><style>${style}</style></head>
<body><main>${body}</main></body></html>`
}

/** Forms may lead to this service and, after the answer, to the client's redirect address. */
export function pageHeaders (redirectUri: string | null): Record<string, string> {
  const target = redirectUri === null ? '' : ` ${sourceOf(redirectUri)}`
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action 'self'${target}; ` +
      "base-uri 'none'; frame-ancestors 'none'",
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin'
  }
}

function sourceOf (redirectUri: string): string {
  const { protocol, origin } = new URL(redirectUri)
  return protocol === 'https:' || protocol === 'http:' ? origin : protocol
}
