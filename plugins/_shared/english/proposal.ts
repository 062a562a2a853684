/** "Make it 450", of what the other proposed: nothing that the speaker said is put right by it. */
import type { Talk } from './talk.ts'
import { kindsOfValue } from './values.ts'

const making =
  /^\W*(?:(?:ok|okay|no|nah|well|actually|yes|yeah|please|but|and)\b[\s,.!]*){0,4}make (?:it|that) (.{1,40})/iu

/** Where the other named a value of this kind, and another than the speaker did. */
export function isOfProposal (written: string, { heard }: Talk, said: string[]): boolean {
  const [, value = ''] = making.exec(written) ?? []
  const kind = kindsOfValue.find(([, inText]) => value.match(inText) !== null)?.[1]
  const proposed: string[] = kind === undefined ? [] : heard.toLowerCase().match(kind) ?? []
  const own = kind === undefined ? [] : lastWith(kind, said)
  return proposed.length > 0 && !own.some(one => proposed.includes(one))
}

const lastWith = (kind: RegExp, said: string[]): string[] =>
  said.findLast(text => text.search(kind) >= 0)?.toLowerCase().match(kind) ?? []
