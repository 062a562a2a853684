/** Wishes about how the assistant should answer: they outlive the request they come with. */
import { noChange } from './change.ts'
import type { Draft } from './drafts.ts'
import { phrase } from './reading.ts'
import type { Scene } from './scene.ts'
import { has, words, write, type Grammar, type Token } from './tokens.ts'
import { inThirdPerson, type Voice } from './voice.ts'

const manner = /\b(?:explanations?|answers?|responses?|replies|reply|messages?|summaries|examples?|code (?:examples|blocks|snippets)|preambles?|bullet points?|lists?|tone|jargon|details?|steps?|language|at a time|emojis?|as usual)\b/
const asks = /^(?:can|could|would|will) you (?:please )?(?:always |just )?(?:keep|use|avoid|give|answer|respond|reply|be|make|explain|stop|skip|write)\b|^(?:please )?(?:always|never|keep|avoid|be|answer|respond|reply|use|stop|skip|no|do not)\b/
const qualities = /\b(?:short|shorter|concise|brief|direct|simple|simpler|detailed|step by step|numbered|bullet\w*|plain|focused|casual|formal|small|smallest|tiny|quick|minimal|one|no|without|only|never|always|bulleted|straight|technical|thorough|long|lengthy)\b/

/** Null when the sentence asks for something else than a manner. */
export function preference (tokens: Token[], voice: Voice, grammar: Grammar): Draft | null {
  const said = words(tokens)
  if (!manner.test(said) || !qualities.test(said)) return null
  const asked = asks.exec(said)
  const more = /^i (?:do not|never|really) (?:need|want|like)\b/.test(said)
  const fragment = !tokens.some(token => has(token, 'Pronoun')) && tokens.length <= 9 && /\bplease\b|\bas usual\b/.test(said)
  if (!asked && !fragment && !more) return null
  // "Give me a tiny example" is wanted once.
  if (/\b(?:a|an|the|another|one more) (?:\w+ )*(?:example|list|explanation|summary|answer|reply|message)\b/.test(said)) return null
  // A noun after the manner word makes it the manner of a thing: "keep the response JSON flat" is about a document.
  if (/\b(?:response|message|answer|list|code|example) (?:json|api|body|queue|format|box|view|page|type)\b/.test(said)) return null
  const wish = tokens.filter((token, index) => token.word !== 'please' && !(index < 2 && /^(can|could|would|will|you)$/.test(token.word)))
  const text = write(inThirdPerson(wish, voice, grammar)).replace(/\?$/, '')
  if (more) return { text, predicate: 'prefers', value: text, memoryType: 'procedural', entities: [], confidence: 0.8, joins: 'wish' }
  const lower = text.charAt(0).toLowerCase() + text.slice(1)
  return { text: asked && !/^no\b/.test(lower) ? `${voice.self} wants the assistant to ${lower}` : `${voice.self} prefers ${lower}`, predicate: 'prefers', value: lower, memoryType: 'procedural', entities: [], confidence: 0.8, joins: 'wish' }
}

const choosing = /^(?:let us|we will|i will) (?:use|go with|choose|pick|stick with|switch to|go for)\b|^let us do\b.*\b(?:actually|instead)\b/

/** "Let's go with Postgres", "let's do plotly actually": a choice that outlives the request. */
export function decision (tokens: Token[], voice: Voice, { requested }: Scene, grammar: Grammar): Draft | null {
  const said = words(tokens)
  if (!choosing.test(said)) return null
  const start = tokens.findIndex((token, index) => index > 1 && !/^(us|will|use|go|with|choose|pick|stick|switch|to|for|do)$/.test(token.word))
  const chosen = tokens.slice(start).flatMap((token, place, all) => {
    if (/^(actually|instead)$/.test(token.word)) return []
    const next = all[place + 1]
    return [next && /^(actually|instead)$/.test(next.word) ? { ...token, post: next.post } : token]
  })
  if (start < 0 || /^(it|that|this|the (first|second|last))\b/.test(words(chosen))) return null
  const over = requested && /\b(actually|instead)\b/.test(said) ? ` over ${requested}` : ''
  const [first = '', ...rest] = write(inThirdPerson(chosen, voice, grammar)).split(/(?=,)/)
  return { text: `${voice.self} chose ${first}${over}${rest.join('')}`, predicate: 'chooses', value: first, entities: [], confidence: 0.6, change: over ? { kind: 'correction', previous: requested } : noChange }
}

/** What "can we do matplotlib?" asks for; null for other sentences. */
export function requestIn (tokens: Token[]): string | null {
  const start = /^(?:can|could|should) (?:we|i) (?:do|use|try|go with) /.exec(words(tokens)) ? tokens.findIndex((token, index) => index > 2 && token.word !== 'with') : -1
  return start < 0 ? null : phrase(tokens.slice(start)) || null
}
