/** Text to sentences of tagged words, by compromise. Loaded on first use: it costs a quarter of a second that a start need not pay. */
export interface Token {
  /** Lower case, contractions opened: "I'm" is `i` and `am`. */
  word: string
  /** As it should be written: contractions opened, else as it was. */
  text: string
  pre: string
  post: string
  tags: ReadonlySet<string>
}

export interface Sentence {
  /** Verbatim. */
  text: string
  tokens: Token[]
}

export interface Grammar {
  /** Read as they are asked for, so that a long text can be left for a moment between them. */
  sentences: (text: string) => Generator<Sentence>
  /** "switching" → "switch". */
  infinitive: (token: Token) => string
  /** "rely" → "relies". */
  thirdPerson: (infinitive: string) => string
}

interface Term { text: string, pre: string, post: string, normal: string, implicit?: string, tags: string[] }
interface VerbMethods { toInfinitive: (word: string, model: object, tense?: string) => string, conjugate: (word: string, model: object) => { PresentTense?: string } }

let loading: Promise<Grammar> | undefined

export function loadGrammar (): Promise<Grammar> {
  loading ??= import('compromise/two').then(({ default: nlp }) => {
    const { verb } = (nlp.methods() as { two: { transform: { verb: VerbMethods } } }).two.transform
    const parse = (text: string) => nlp(text, compounds).json() as Array<{ text: string, terms: Term[] }>
    return {
      * sentences (text) {
        for (const line of lines(text).flatMap(pieces)) {
          for (const sentence of parse(line)) {
            const calmed = calm(sentence.text)
            const parts = calmed === sentence.text ? [sentence] : parse(calmed)
            for (const part of parts) yield { text: parts.length > 1 ? part.text.trim() : sentence.text.trim(), tokens: part.terms.map(toToken) }
          }
        }
      },
      infinitive: token => {
        if (token.tags.has('Infinitive') || !token.tags.has('Verb')) return token.word
        const tense = ['Gerund', 'PastTense', 'Participle', 'PresentTense'].find(tag => token.tags.has(tag))
        return irregular[token.word] ?? verb.toInfinitive(token.word, nlp.model(), tense)
      },
      thirdPerson: infinitive => ({ be: 'is', have: 'has', do: 'does', born: 'born' })[infinitive] ?? verb.conjugate(infinitive, nlp.model()).PresentTense ?? `${infinitive}s`
    }
  })
  return loading
}

/** Compounds that read as verbs otherwise. */
const compounds = Object.fromEntries([
  ...['board', 'team', 'staff', 'weekly', 'client', 'family'].map(kind => [`${kind} meeting`, 'Noun']),
  ['drop-off', 'Noun'], ['vs code', 'ProperNoun'], ['follow-up', 'Noun'], ['check-in', 'Noun']
])

const irregular: Record<string, string> = { am: 'be', is: 'be', are: 'be', was: 'be', were: 'be', been: 'be', being: 'be', has: 'have', had: 'have', does: 'do', did: 'do', got: 'get', gotten: 'get', grown: 'grow', gone: 'go', done: 'do', seen: 'see', taken: 'take', written: 'write', given: 'give', known: 'know', chosen: 'choose', driven: 'drive', hit: 'hit', set: 'set', put: 'put', cut: 'cut', let: 'let', read: 'read', quit: 'quit', born: 'born' }

/** Code and markup are no statements about anyone. */
function lines (text: string): string[] {
  return text.replace(/```[\s\S]*?(```|$)/g, '\n').replace(/^[>#\s]+|^\s*[-*•]\s+/gm, '').replace(/\*\*|__/g, '')
    .replace(/[‘’]/g, "'").split(/\n+/).map(line => line.trim()).filter(Boolean)
}

/** Longest stretch that is read at once, in characters. */
const stretch = 1500

/** A long line in stretches that end where a sentence, or at worst a word, ends. */
function pieces (line: string): string[] {
  const found: string[] = []
  let rest = line
  while (rest.length > stretch) {
    const head = rest.slice(0, stretch)
    const end = Math.max(...['. ', '! ', '? '].map(stop => head.lastIndexOf(stop) + 1)) || head.lastIndexOf(' ') || stretch
    found.push(rest.slice(0, end > 0 ? end : stretch))
    rest = rest.slice(end > 0 ? end : stretch).trimStart()
  }
  return [...found, rest]
}

/** A shouted sentence looks like names and acronyms to the tagger, so it is read in sentence case. */
function calm (text: string): string {
  const letters = text.replace(/[^\p{L}]/gu, '')
  if (letters.length < 8 || letters !== letters.toUpperCase()) return text
  return text.toLowerCase().replace(/\bi\b/g, 'I').replace(/^\P{L}*\p{L}/u, first => first.toUpperCase())
}

function toToken (term: Term, index: number, all: Term[]): Token {
  const tags = new Set(term.tags)
  const word = (term.implicit ?? term.normal).toLowerCase()
  // A counted word is a thing, whatever else it could be: "4 engineers".
  if (tags.has('Verb') && all[index - 1]?.tags.includes('Cardinal') && word.endsWith('s')) { tags.delete('Verb'); tags.add('Noun') }
  if (word === 'lead' && /^(?:team|tech|design|project|product|engineering)$/.test(all[index - 1]?.normal ?? '')) { tags.clear(); tags.add('Noun').add('Actor').add('Singular') }
  const before = all[index - 1]?.implicit ?? all[index - 1]?.normal ?? ''
  if (word === 'like' && !tags.has('Verb') && /^(?:not|i|we|they|really|also|do|still)$/.test(before)) { tags.clear(); tags.add('Verb').add('PresentTense').add('Infinitive') }
  // "A backend developer": what follows an article is no verb.
  if (tags.has('Infinitive') && all[index - 1]?.tags.includes('Determiner') && /^(?:a|an|the)$/.test(before)) { tags.clear(); tags.add('Noun').add('Singular') }
  // "55-80" is opened into three words; it is written as it was.
  if (tags.has('NumberRange')) return { word, text: term.text, pre: term.pre, post: term.text === '' || all[index + 1]?.text !== '' ? term.post : '', tags }
  const opened = all[index + 1]?.text === ''
  const text = opened || term.text === '' ? cased(word, term.text) : term.text
  // "150ms" is opened like a contraction, but it is written as one.
  const gap = /^[\d.,]+$/.test(word) ? '' : ' '
  const post = opened ? gap : term.post
  return { word, text, pre: term.pre, post, tags }
}

function cased (word: string, like: string): string {
  return word === 'i' || /^\p{Lu}/u.test(like) ? word.charAt(0).toUpperCase() + word.slice(1) : word
}

export function has (token: Token | undefined, ...tags: string[]): boolean {
  return token !== undefined && tags.some(tag => token.tags.has(tag))
}

/** A word that is not in the sentence, for example a subject that is understood. */
export function supplied (word: string, tags: string[], post = ' '): Token {
  return { word: word.toLowerCase(), text: word, pre: '', post, tags: new Set(tags) }
}

/** As it was written, without the punctuation around it. */
export function write (tokens: Token[]): string {
  return tokens.map(({ pre, text, post }) => pre + text + post).join('').replace(/\s+/g, ' ').trim().replace(/[\s,;:–—.!?-]+$/u, '').replace(/^[\s,;:–—-]+/u, '')
}

export function words (tokens: Token[]): string {
  return tokens.map(token => token.word).join(' ')
}
