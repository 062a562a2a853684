/**
 * A model that finds nothing where statements stand has overlooked them: what the rules read then is kept. Small talk
 * holds no statement.
 */
import type { CandidateFact, Conversation, Distillation, Distiller } from '../../../domain/capabilities/distiller.ts'
import { fold } from '../../../domain/text/analyse.ts'

/** What the rules cannot read is kept word for word when it is long enough to say something. */
const [fewestWords, mostWords] = [3, 60]

const alternatives = (list: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${list.replace(/\n\s*/g, '')})(?![\\p{L}\\p{N}])`, 'u')

/** Pronouns, and verbs that need none, of the first person. */
const firstPerson = alternatives(String.raw`
  i|i'm|i've|we|my|our|ich|wir|mein\w*|unser\w*|je|j'\w+|nous|mon|ma|mes|notre|nos|yo|mi|mis|nosotr[oa]s|soy|somos|
  estoy|tengo|tenemos|vivo|vivimos|trabajo|estudio|naci|fui|tuve|compre|deje|empece|me (?:he |gusta\w* |llamo )?\p{L}+|
  io|sono|ho|abbiamo|abito|lavoro|mio|mia|miei|mie|eu|sou|tenho|temos|moro|trabalho|meu|minha|meus|minhas|comecei|ik|
  wij|mijn|onze?|jag|vi|min|mitt|mina|jeg|я|мы|мой|моя|мне|меня|у нас`)
const unspaced = /我|我们|私|僕|俺|うち|나는|내가|저는|제가|우리/u

/** The talk itself: thanks, greetings, requests, what was understood. */
const talk = alternatives(String.raw`
  dank\w*|thanks?|hallo|hello|bitte|please|merci|bonjour|salut|s'il (?:te|vous) plait|gracias|hola|por favor|grazie|
  ciao|per favore|obrigad[oa]|ola|bedankt|hoi|alsjeblieft|tack|hej|спасибо|привет|пожалуйста|versteh\w*|understand|
  comprends|entiendo|capisco|entendo|begrijp|понимаю`)
const talkUnspaced = /谢谢|你好|请|ありがとう|こんにちは|ください|감사|안녕|주세요/u

export async function overlooked (conversation: Conversation, rules: Distiller): Promise<Distillation> {
  const { facts } = await rules.distill(conversation)
  const kept = facts.filter(fact => fact.predicate !== null || statesSomething(fact))
  return { facts: kept, degraded: kept.length > 0 ? ['llm_overlooked'] : [] }
}

/** In any language that the lists hold: of the speaker, and not of the talk. */
function statesSomething ({ quote }: CandidateFact): boolean {
  const folded = fold(quote).replace(/[‘’`´]/g, "'")
  const count = folded.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  if (unspaced.test(quote)) return !talkUnspaced.test(quote)
  return count >= fewestWords && count <= mostWords && firstPerson.test(folded) && !talk.test(folded)
}
