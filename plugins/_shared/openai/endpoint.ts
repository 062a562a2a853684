/**
 * A server that speaks OpenAI's HTTP API, as embedders and LLMs reach it. Only what the settings say counts: the
 * `openai` package would otherwise pick up keys, organisations and base URLs meant for something else from the
 * process's environment.
 */
import { AzureOpenAI, OpenAI, type ClientOptions } from 'openai'
import { SettingInvalid } from '../../../domain/errors.ts'
import { requireSetting } from '../require-setting.ts'

/** The latest generally available version of the managed deployment's data plane. */
export const defaultApiVersion = '2024-10-21'

/** Paths of the settings that describe an endpoint, for messages that say what to fix. */
export interface EndpointSettings {
  endpoint: string
  model: string
  key: string
  timeout: string
}

export interface Endpoint {
  /** Makes one attempt at a time: deadlines and retries are `ask`'s. */
  client: OpenAI
  /** The setting's value that chose it, for example `hosted_a`. */
  provider: string
  /** Model or deployment, sent with every request. */
  model: string
  /** The base URL, without credentials. */
  url: string
  settings: EndpointSettings
}

interface Described {
  provider: string
  url: string
  model: string
  key: string
  settings: EndpointSettings
}

// The package waits as long as Retry-After says, cannot be interrupted while it waits, and stops its clock at the
// headers.
const alone = {
  maxRetries: 0,
  timeout: 3_600_000,
  logLevel: 'off',
  organization: null,
  project: null,
  adminAPIKey: null,
  webhookSecret: null
} satisfies ClientOptions

/** Throws `SettingInvalid` when the URL or the model is missing or malformed. Does not connect. */
export function openAiCompatible ({ provider, url, model, key, settings }: Described): Endpoint {
  const baseURL = baseUrl(url, settings)
  requireSetting(settings.model, model, 'the model to ask')
  const client = new OpenAI({
    ...alone,
    baseURL,
    apiKey: key || 'none',
    ...key === '' && { defaultHeaders: { Authorization: null } }
  })
  return { client, provider, model, url: baseURL, settings }
}

/** `model` is the deployment. Throws `SettingInvalid` as `openAiCompatible` does, and when the key is missing. */
export function azureOpenAi (
  { provider, url, model, key, settings, apiVersion }: Described & { apiVersion: string }
): Endpoint {
  const endpoint = baseUrl(url, settings)
  requireSetting(settings.model, model, 'the deployment to ask')
  requireSetting(settings.key, key, 'the key of the deployment')
  const client = new AzureOpenAI({
    ...alone,
    baseURL: `${endpoint}/openai`,
    apiKey: key,
    deployment: model,
    apiVersion: apiVersion || defaultApiVersion
  })
  return { client, provider, model, url: endpoint, settings }
}

function baseUrl (value: string, { endpoint, key }: EndpointSettings): string {
  requireSetting(endpoint, value, 'the base URL of the server')
  const wrong = (what: string) =>
    new SettingInvalid(`The setting ${endpoint} (SVC_${endpoint.replaceAll(':', '__')}) ${what}.`)
  if (!URL.canParse(value)) throw wrong('must be a URL such as http://localhost:8080/v1')
  const { protocol, username, password } = new URL(value)
  if (protocol !== 'http:' && protocol !== 'https:') throw wrong('must begin with http:// or https://')
  if (username !== '' || password !== '') throw wrong(`must not hold a name or password; put the key into ${key}`)
  return value.replace(/\/+$/, '')
}
