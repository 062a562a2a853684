/** The dashboard's files: their names hold a hash of their content, so a browser keeps each for good. */
import { createReadStream } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { dashboard, type Asset } from '../../http/dashboard.ts'

const suffix = { br: '.br', gzip: '.gz' } as const

export default fp(assets, { name: 'routes-assets', encapsulate: true, fastify: '5.x' })

async function assets (fastify: FastifyInstance): Promise<void> {
  fastify.get('/:name', { config: { open: true }, logLevel: 'warn', schema: { hide: true } }, onAsset)
}

async function onAsset (request: FastifyRequest, reply: FastifyReply) {
  const { name } = request.params as { name: string }
  const asset = (await dashboard())?.assets.get(name)
  if (asset === undefined) return reply.callNotFound()
  const encoding = encodingFor(asset, request.headers['accept-encoding'])
  if (encoding !== null) reply.header('content-encoding', encoding)
  return reply
    .header('content-type', asset.type)
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('vary', 'accept-encoding')
    .send(createReadStream(encoding === null ? asset.path : asset.path + suffix[encoding]))
}

function encodingFor ({ encodings }: Asset, accepted = ''): 'br' | 'gzip' | null {
  const wanted = accepted.split(',').map(part => part.trim().split(/\s*;\s*/))
    .filter(([, quality]) => quality === undefined || Number(quality.replace(/^q=/, '')) > 0)
    .map(([name]) => name)
  return encodings.find(encoding => wanted.includes(encoding)) ?? null
}
