/** The settings of what the routes share. */
import { defineManifest } from '../domain/manifest.ts'
import { Type } from '../domain/type.ts'

export const Server = Type.Object({
  Host: Type.String({ default: '127.0.0.1', description: 'Address to listen on.' }),
  Port: Type.Integer({
    default: 3001,
    minimum: 0,
    maximum: 65535,
    description: 'Port for the API, MCP, documentation and dashboard; 0 picks a free one.'
  }),
  BodyLimitMb: Type.Number({ default: 16, minimum: 0.001, maximum: 1024, description: 'Largest request body in MiB.' }),
  BodiesInFlightMb: Type.Number({
    default: 64,
    minimum: 1,
    maximum: 65_536,
    description:
      'Bodies of requests, and answers above 256 KiB, that are held at the same moment, in MiB; more are answered ' +
      'with 503 and `Retry-After`.'
  }),
  RequestsInFlight: Type.Integer({
    default: 512,
    minimum: 2,
    maximum: 1_000_000,
    description:
      'Requests that are worked on at the same moment, half of them of one user; more are answered with 503 and ' +
      '`Retry-After`. Probes are not counted.'
  }),
  AllowedHosts: Type.Array(Type.String(), {
    default: [],
    description: 'Public names under which browsers and MCP clients reach the service, for example behind a reverse ' +
      'proxy. Pages from elsewhere may not call it.'
  }),
  AllowedOrigins: Type.Array(Type.String(), {
    default: [],
    description: 'Origins of other web pages that may call the service from a browser, sign in there and read its ' +
      'answers (CORS): `http://localhost:6274` for the MCP Inspector.'
  })
})

export const RateLimit = Type.Object({
  Enabled: Type.Boolean({
    default: false,
    description: 'Limit requests per key, or per address while auth is open.'
  }),
  Max: Type.Integer({ default: 600, minimum: 1, maximum: 1_000_000, description: 'Requests a window.' }),
  WindowSeconds: Type.Integer({ default: 60, minimum: 1, maximum: 86_400, description: 'Length of the window.' })
})

export default defineManifest({ sections: { Server, RateLimit } })
