/** Wishes about how the assistant should answer: they outlive the request they come with. */
import type { Draft } from './distill.ts'
import { has, words, write, type Grammar, type Token } from './tokens.ts'
import { inThirdPerson, type Voice } from './voice.ts'

const manner = /\b(?:explanations?|answers?|responses?|replies|reply|messages?|summaries|examples?|code (?:examples|blocks|snippets)|preambles?|bullet points?|lists?|tone|jargon|details?|steps?|language|at a time|emojis?|as usual)\b/
const asks = /^(?:can|could|would|will) you (?:please )?(?:always |just )?(?:keep|use|avoid|give|answer|respond|reply|be|make|explain|stop|skip|write)\b|^(?:please )?(?:always|never|keep|avoid|be|answer|respond|reply|use|stop|skip|no|do not)\b/
const qualities = /\b(?:short|shorter|concise|brief|direct|simple|simpler|detailed|step by step|numbered|bullet\w*|plain|focused|casual|formal|small|smallest|tiny|quick|minimal|one|no|without|only|never|always|bulleted|straight|technical|thorough)\b/

/** Null when the sentence asks for something else than a manner. */
export function preference (tokens: Token[], voice: Voice, grammar: Grammar): Draft | null {
  const said = words(tokens)
  if (!manner.test(said) || !qualities.test(said)) return null
  const asked = asks.exec(said)
  const fragment = !tokens.some(token => has(token, 'Pronoun')) && tokens.length <= 9 && /\bplease\b|\bas usual\b/.test(said)
  if (!asked && !fragment) return null
  // A noun after the manner word makes it the manner of a thing: "keep the response JSON flat" is about a document.
  if (/\b(?:response|message|answer|list|code|example) (?:json|api|body|queue|format|box|view|page|type)\b/.test(said)) return null
  const wish = tokens.filter((token, index) => token.word !== 'please' && !(index < 2 && /^(can|could|would|will|you)$/.test(token.word)))
  const text = write(inThirdPerson(wish, voice, grammar)).replace(/\?$/, '')
  const lower = text.charAt(0).toLowerCase() + text.slice(1)
  return { text: asked && !/^no\b/.test(lower) ? `${voice.self} wants the assistant to ${lower}` : `${voice.self} prefers ${lower}`, predicate: 'prefers', value: lower, memoryType: 'procedural', entities: [], confidence: 0.8 }
}
