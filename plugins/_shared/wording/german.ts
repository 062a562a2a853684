/**
 * What a German sentence states of the speaker's home, employer and name; all else stays word for word. The clauses of
 * "ich heiße … und wohne …" are taken apart, so that one may end without the other.
 */
import { joined } from './words/lists.ts'
import { isAnnounced, isConsidered, isDenied } from './cues.ts'

const german = /\b(?:ich|wir|mein\w*|unser\w*|und|der|die|das|ist|nicht|habe|bin|ein\w*|mit)\b/i
/** "Und wohne", and not "und keine Ahnung", "und meine Frau". */
const coordinated =
  /,?\s+und\s+(?!(?:k?ein|mein|dein|sein|ihr|unser|eur|all|viel|beid|dies|jed|manch|einig|ander)e\s)(?=(?:\p{Ll}+e|bin|habe|hab|wohn|mach|komm|mag|kann|esse|fahre)\s)/u
/** Of another than the speaker, in German and in other languages; "il faut" is of none. */
const ofAnother = {
  german: /^(?:er|sie|es|das|dort|ih[mnr]|ihnen|(?:sein|ihr)e?[mnrs]?) /i,
  other:
    /^(?:ils?(?! (?:y a|faut|fait|pleut|neige|est \d))|elles?|lui|leurs?|son|sa|ses|él|ell[ao]s?|sus?|lei|loro|suo[i]?|sua|ele|ela|seus?|hij|zij|ze|zijn|haar|hun)\s/iu
}
/** What is said to hold, and what came to hold. */
const stated: Array<[predicate: string, said: RegExp]> = [
  ['lives_in', /\b(?:[Bb]in|[Ss]ind)\b.*?\b(?:nach|in) (\p{Lu}[\p{L}-]+)(?:.*\s)?(?:um)?gezogen\b/u],
  ['lives_in', /\b(?:[Ww]ohne?|[Ll]ebe?)\b.*?\bin (?:der |dem )?(\p{Lu}[\p{L}-]+)/u],
  ['lives_in', /\b(?:[Ww]ir (?:wohnen|leben)|(?:wohnen|leben) wir)\b.*?\bin (?:der |dem )?(\p{Lu}[\p{L}-]+)/u],
  ['works_at', /\b[Aa]rbeite?\b.*?\b(?:bei|für) (?:der |dem |die |das )?(\p{Lu}[\p{L}&-]*(?: \p{Lu}[\p{L}&-]*)*)/u],
  ['name', /\b(?:[Ii]ch hei(?:ß|ss)e|[Mm]ein Name ist|[Ii]ch bin (?:die|der)) (\p{Lu}\p{Ll}+)\b/u]
]

export interface Stated {
  predicate: string
  value: string
}

const past = new RegExp(
  joined(String.raw`
    \b(?:war(?:en|st)?|hatten?|wurden?|ging(?:en)?|kam(?:en)?|(?:hab\p{L}*|hat|bin|sind|ist)\b.*(?:\bge\p{L}+(?:t|
    en)|\b(?:auf|an|ein|aus|ab|um|zurück|weg|vor|zu|mit|nach|los|hin|her|rein|raus)ge\p{L}+(?:t|en)|\p{L}+iert|
    \b(?:be|ver|er|ent)\p{L}+(?:t|en)))(?!\p{L})`),
  'iu'
)

/** "Hab am Freitag den Führerschein gekriegt": done, so that its days lie behind. */
export const isPastInGerman = (text: string): boolean => past.test(text)

/** A clause of another language than English, with what our German knows of it. */
export interface ForeignClause {
  clause: string
  language: 'german' | 'other'
  stated: Stated | null
  /** Not to be understood without the sentence before it. */
  leans: boolean
}

export function foreignClauses (sentence: string): ForeignClause[] {
  if (!german.test(sentence)) {
    return [{ clause: sentence, language: 'other', stated: null, leans: ofAnother.other.test(sentence) }]
  }
  return germanClauses(sentence).map(clause => ({
    clause: clause.replace(/^(?:und|aber) /i, ''),
    language: 'german',
    stated: statedInGerman(clause),
    leans: ofAnother.german.test(clause)
  }))
}

/** "Ich heiße Jonas und wohne in Leipzig": two, each with its subject. */
function germanClauses (sentence: string): string[] {
  const [first = '', ...others] = sentence.split(coordinated)
  const subject = /^\W*(ich|wir)\b/i.exec(first)?.[1]
  if (subject === undefined) return [sentence]
  return [first, ...others.map(clause => `${subject.charAt(0).toUpperCase()}${subject.slice(1)} ${clause}`)]
}

function statedInGerman (clause: string): Stated | null {
  if (
    isConsidered(clause) || isAnnounced(clause) || isDenied(clause) || /\b(?:will|früher|damals|wäre)\b/i.test(clause)
  ) {
    return null
  }
  for (const [predicate, said] of stated) {
    const value = said.exec(clause)?.[1]
    if (value !== undefined) return { predicate, value }
  }
  return null
}
