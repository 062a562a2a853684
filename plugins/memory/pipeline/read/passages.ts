/** What of a memory, and of a query, the cross-encoder reads. */
import { terms } from '../../../../domain/text/analyse.ts'
import { hasAssistantLabel } from './speaker.ts'

/** Characters up to which a memory is read whole; the model in the box was trained on some 250. */
const longestWhole = 450
/** Characters of a passage; a longer sentence is cut. */
const passageLength = 300
const passagesRead = 2

/**
 * For each text the passages to be read, best first: a short text whole, of a long one those that hold the rarest
 * words of the query. A passage keeps the speaker that the text begins with ("Ana: …").
 */
export function passagesToRead (query: string, texts: string[]): string[][] {
  const split = texts.map(passagesOf)
  if (split.every(({ length }) => length === 1)) return split
  const wanted = [...new Set(terms(query))]
  const folded = split.map(passages => passages.map(passage => passage.toLowerCase()))
  const weights = wanted.map(term => {
    const holding = folded.filter(passages => passages.some(passage => passage.includes(term))).length
    return Math.log(1 + texts.length / Math.max(1, holding))
  })
  return split.map((passages, text) => {
    if (passages.length <= passagesRead) return passages
    const worth = (folded[text] as string[]).map(passage =>
      wanted.reduce((sum, term, place) => sum + (passage.includes(term) ? weights[place] as number : 0), 0)
    )
    return passages.map((_, place) => place)
      .sort((a, b) => (worth[b] as number) - (worth[a] as number))
      .slice(0, passagesRead)
      .map(place => passages[place] as string)
  })
}

function passagesOf (text: string): string[] {
  if (text.length <= longestWhole) return [text]
  const speaker = /^[^:\s]{1,40}: /u.exec(text)?.[0] ?? ''
  const passages: string[] = []
  let passage = ''
  const end = () => {
    if (passage.trim() !== '') passages.push((passages.length === 0 ? '' : speaker) + passage.trim())
    passage = ''
  }
  for (const sentence of text.match(/[^.!?。！？؟\n]{1,300}[.!?。！？؟\n]*\s*/gu) ?? [text]) {
    if (passage.length + sentence.length > passageLength) end()
    passage += sentence
  }
  end()
  return passages.length === 0 ? [text] : passages
}

/** The label of a line of a dialogue. */
export const said = /^\s*[\p{L}\p{M} .'-]{1,40}:\s/u

/**
 * The query as the cross-encoder is asked it: of a dialogue what people say, because an assistant's words are about the
 * answer and not about what is remembered.
 */
export function withoutAssistant (query: string): string {
  const lines = query.split('\n')
  if (lines.length < 2 || !lines.some(hasAssistantLabel)) return query
  let dropping = false
  const kept = lines.filter(line => {
    if (said.test(line)) dropping = hasAssistantLabel(line)
    return !dropping
  })
  return kept.some(line => line.trim() !== '') ? kept.join('\n') : query
}
