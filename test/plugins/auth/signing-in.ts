/** Who signs in: a client that keeps what it was given in memory, and a person at the page. */
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Test } from 'tap'

export const form = (fields: Record<string, string>) => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
  redirect: 'manual' as const
})

const attributesOf = (tag: string): Record<string, string> =>
  Object.fromEntries(
    [...tag.matchAll(/([a-z_]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
    ])
  )

/** The form of a page as a browser reads it: where it goes, and what its fields hold before anybody types. */
export function readForm (html: string): { action: string, method: string, fields: Record<string, string> } {
  const { action = '', method = '' } = attributesOf(/<form[^>]*>/.exec(html)?.[0] ?? '')
  const inputs = [...html.matchAll(/<input[^>]*>/g)].map(([tag]) => attributesOf(tag))
  const fields = inputs.filter(({ type }) => type !== 'checkbox').map(({ name = '', value = '' }) => [name, value])
  return { action, method, fields: Object.fromEntries(fields) as Record<string, string> }
}

/** Fills the page in as a person does, and answers where it leads; the page itself where it has no form. */
export async function consent (page: string, fields: Record<string, string>): Promise<Response> {
  const shown = await fetch(page)
  const { action, method, fields: given } = readForm(await shown.text())
  if (action === '') return shown
  const { origin } = new URL(page)
  const { headers, ...post } = form({ ...given, answer: 'allow', ...fields })
  return await fetch(new URL(action, page), { ...post, method, headers: { ...headers, origin } })
}

export const fieldsOf = (answer: Response): Record<string, string> =>
  Object.fromEntries(new URL(answer.headers.get('location') ?? '').searchParams)

/** A client of the official SDK; `known`: the id it has before it registers. */
export class KeptClient implements OAuthClientProvider {
  readonly redirectUrl: string
  readonly clientMetadata: OAuthClientProvider['clientMetadata']
  client: any
  granted: any
  verifier = ''
  page = ''

  constructor (
    metadata: Omit<OAuthClientProvider['clientMetadata'], 'redirect_uris'>,
    redirect: string,
    known?: string
  ) {
    this.redirectUrl = redirect
    this.clientMetadata = { ...metadata, redirect_uris: [redirect] }
    this.client = known === undefined ? undefined : { client_id: known }
  }

  clientInformation = () => this.client
  tokens = () => this.granted
  codeVerifier = () => this.verifier
  saveClientInformation (client: unknown) {
    this.client = client
  }

  saveTokens (tokens: unknown) {
    this.granted = tokens
  }

  redirectToAuthorization (url: URL) {
    this.page = url.href
  }

  saveCodeVerifier (verifier: string) {
    this.verifier = verifier
  }
}

export async function connect (t: Test, url: string, authProvider: KeptClient, code?: string): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider })
  if (code !== undefined) await transport.finishAuth(code)
  const client = new Client({ name: 'connector', version: '1.0.0' })
  t.teardown(() => client.close())
  await client.connect(transport as never)
  return client
}
