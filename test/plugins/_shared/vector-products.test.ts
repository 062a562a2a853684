/** The products in WebAssembly, against plain arithmetic and against their source. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import t from 'tap'
import wabt from 'wabt'
import { createProducts, stride } from '../../../plugins/_shared/vector-products.ts'
import { wasm } from '../../../plugins/_shared/vector-products.wasm.ts'
import { random } from '../../conformance/store/suite.ts'

t.test('the bytes are those of the .wat', async t => {
  const file = 'plugins/_shared/vector-products.wat'
  const module = (await wabt()).parseWat(file, readFileSync(resolve(file), 'utf8'), { simd: true })
  t.equal(Buffer.from(module.toBinary({}).buffer).toString('base64'), wasm, 'else run npm run wasm')
})

t.test('products are those of plain arithmetic', async t => {
  const next = random(7)
  for (const length of [stride, 3 * stride, 8 * stride]) {
    const { memory, products } = createProducts(1)
    const [one, other] = [new Float32Array(memory.buffer, 0, length), new Float32Array(memory.buffer, 4096, length)]
    for (let place = 0; place < length; place++) [one[place], other[place]] = [next() - 0.5, next() - 0.5]
    const expected = one.reduce((sum, number, place) => sum + number * (other[place] as number), 0)
    t.ok(Math.abs(products.exact(0, 4096, length) - expected) < 1e-5, `${length} float32`)

    const [query, rows, out, count] = [8192, 16_384, 32_768, 5]
    const asked = new Int16Array(memory.buffer, query, length)
    const stored = new Int8Array(memory.buffer, rows, count * length)
    for (let place = 0; place < length; place++) asked[place] = Math.round((next() - 0.5) * 60_000)
    for (let place = 0; place < stored.length; place++) stored[place] = Math.round((next() - 0.5) * 254)
    products.coarse(query, rows, count, length, out)
    t.same(
      [...new Int32Array(memory.buffer, out, count)],
      Array.from(
        { length: count },
        (_, row) => asked.reduce((sum, number, place) => sum + number * (stored[row * length + place] as number), 0)
      ),
      `${count} rows of ${length} int8`
    )
  }
})

t.test('a row is scaled to length 1, whatever its size, and its copy is as near as is said', async t => {
  const next = random(8)
  for (const size of [1e-30, 0.3, 1, 1e30]) {
    const length = 3 * stride
    const { memory, products } = createProducts(1)
    const row = new Float32Array(memory.buffer, 0, length)
    for (let place = 0; place < length - 3; place++) row[place] = (next() - 0.5) * size
    const given = [...row]
    const long = Math.hypot(...given.map(value => value / size)) * size
    products.prepare(0, 4096, length, 8192)
    t.ok(given.every((value, place) => Math.abs(value / long - (row[place] as number)) < 1e-6), `rows of ${size}`)
    const [scale = 0, error = 0] = new Float32Array(memory.buffer, 8192, 2)
    const copy = new Int8Array(memory.buffer, 4096, length)
    const off = Math.hypot(...row.map((value, place) => value - (copy[place] as number) * scale))
    t.ok(Math.abs(off - error) < 1e-6 && error > 0 && error < 0.02, `off by ${off}, said to be ${error}`)
    t.equal(Math.max(...copy.map(Math.abs)), 127, 'the largest is as large as it can be')
  }
})

t.test('numbers of four bits are spread, the lower halves of sixteen bytes before the upper ones', async t => {
  const { memory, products } = createProducts(1)
  const packed = Array.from({ length: 32 }, (_, place) => place * 37 % 256)
  new Uint8Array(memory.buffer, 64, packed.length).set(packed)
  products.spread(64, packed.length, 1024)
  const signed = (half: number) => half > 7 ? half - 16 : half
  const block = (from: number) => {
    const bytes = packed.slice(from, from + 16)
    return [...bytes.map(byte => signed(byte & 15)), ...bytes.map(byte => signed(byte >> 4))]
  }
  t.same([...new Int8Array(memory.buffer, 1024, 64)], [...block(0), ...block(16)])
  t.equal(new Int8Array(memory.buffer, 1088, 1)[0], 0, 'and nothing behind them is touched')
})

t.test('bounds of any count are those of plain arithmetic in float32, each counted at its step', async t => {
  const next = random(9)
  const f = Math.fround
  const steps = 1024
  const [notes, most, counts] = [4096, 8192, 16_384]
  const [scale, perError, always] = [f(0.002), f(1.01), f(0.0001)]
  for (const count of [1, 3, 4, 7, 12]) {
    const { memory, products } = createProducts(1)
    const product = new Int32Array(memory.buffer, 0, count)
    const note = new Float32Array(memory.buffer, notes, count * 2)
    for (let place = 0; place < count; place++) {
      product[place] = Math.round((next() - 0.5) * 3_000)
      note.set([next(), place === 0 ? 5 : next() / 100], place * 2)
    }
    products.bounds(0, notes, count, scale, perError, always, most, counts)
    const expected = Array.from(product, (value, place) => {
      const about = f(f(f(value) * note[place * 2]!) * scale)
      const off = f(f(note[place * 2 + 1]! * perError) + always)
      const step = Math.floor(f(f(f(about - off) + 1) * 512))
      return { most: f(about + off), step: Math.max(-1, Math.min(steps, step)) + 1 }
    })
    t.same([...new Float32Array(memory.buffer, most, count + 1)], [...expected.map(one => one.most), 0])
    const counted = Array.from({ length: steps + 2 }, (_, step) => expected.filter(one => one.step === step).length)
    t.same([...new Int32Array(memory.buffer, counts, steps + 2)], counted)
  }
})
