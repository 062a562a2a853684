/** `npm run wasm`: builds plugins/_shared/vector-products.wat into the module that holds its bytes. */
import { readFileSync, writeFileSync } from 'node:fs'
import wabt from 'wabt'

const source = new URL('plugins/_shared/vector-products.wat', import.meta.url)
const module = (await wabt()).parseWat(source.pathname, readFileSync(source, 'utf8'), { simd: true })
module.validate()
const base64 = Buffer.from(module.toBinary({}).buffer).toString('base64')
const lines = (base64.match(/.{1,100}/g) ?? []).map(line => `  '${line}'`).join(' +\n')
writeFileSync(
  new URL('plugins/_shared/vector-products.wasm.ts', import.meta.url),
  `/** Built by \`npm run wasm\` from vector-products.wat; in base64. */\nexport const wasm =\n${lines}\n`
)
