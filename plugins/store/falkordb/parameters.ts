/** Parameters as FalkorDB reads them: literals in front of the query text, because its protocol knows no others. */
import type { Parameters } from '../_cypher/graph.ts'

const name = /^[a-z_][a-z0-9_]*$/

/** `CYPHER a=1 b="x" ` for a query. Throws on what would be stored as something else. */
export function header (parameters: Parameters): string {
  const pairs = Object.entries(parameters).map(([key, value]) => `${named(key)}=${literal(value)}`)
  return pairs.length === 0 ? '' : `CYPHER ${pairs.join(' ')} `
}

/** Keys of maps cannot be escaped there, so only plain names are taken. */
function named (key: string): string {
  if (!name.test(key)) throw new TypeError(`${key} is no name for a parameter`)
  return key
}

function literal (value: unknown): string {
  switch (typeof value) {
    case 'string':
      return text(value)
    case 'boolean':
      return String(value)
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError('A number to be stored is not finite')
      return String(value)
  }
  if (value === null || value === undefined) return 'null'
  if (value instanceof Float32Array) return vector(value)
  if (Array.isArray(value)) return `[${value.map(literal).join(',')}]`
  return `{${Object.entries(value as object).map(([key, field]) => `${named(key)}:${literal(field)}`).join(',')}}`
}

/** NUL would end the query; everything else is safe between quotes. */
function text (value: string): string {
  return '"' + value.replaceAll('\0', '\uFFFD').replace(/[\\"]/g, '\\$&') + '"'
}

/** Nine digits bring every 32-bit float back as it was; most need fewer, and each digit is parsed on the other side. */
function vector (numbers: Float32Array): string {
  const digits = new Array<string>(numbers.length)
  for (let place = 0; place < numbers.length; place++) {
    const number = numbers[place] as number
    const short = number.toPrecision(7)
    digits[place] = Math.fround(Number(short)) === number ? short : number.toPrecision(9)
  }
  return `[${digits.join(',')}]`
}
