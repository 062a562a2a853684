/** Full stops that end no sentence: inside a name ("Next.js", "Booking.com"), behind an ordinal ("zum 1. Juni"). */
import { joined } from '../wording/words/lists.ts'

/** Domains, kinds of files and of libraries; no English word, since "great.it" lacks a space. */
const suffixes = joined(String.raw`
  com|org|net|edu|gov|io|ai|app|dev|js|ts|co|uk|de|ch|fr|nl|eu|tv|gg|fm|ly|cc|info|py|rb|rs|md|txt|pdf|csv|json|yaml|
  yml|toml|xml|html|css|sql|sh|docx?|xlsx?|pptx?|png|jpe?g|gif|svg|mp[34]|
  cpp|hpp|cs|jsx|tsx|kt|php|lua|vue|ipynb|exe|zip|gz|env|cfg|ini|conf|bat|gguf|onnx|parquet|psd|heic|webp|wav|mkv|xyz`)
const insideName = new RegExp(String.raw`(?<=[\p{L}\p{N}]{2})\.(?=(?:${suffixes})(?![\p{L}\p{N}]))`, 'giu')
/** "Am 27.", but not "I am 27." */
const behindOrdinal = new RegExp(
  joined(String.raw`(?<=(?<!\p{L})(?:(?<!\bi )am|zum|vom|beim|im|den|dem|der|ab|bis|seit) \d{1,2})\.(?= \p{L})|
    (?<=(?<![\p{L}\d.])\d{1,2})\.(?= (?:januar|jänner|februar|märz|april|mai|juni|juli|august|september|oktober|
    november|dezember|stock|etage|klasse|semester|lehrjahr|geburtstag|platz|liga|bezirk|mal)(?!\p{L}))`),
  'giu'
)

/** Letters at which the tagger would cut a word: of "Tomáš", "Łukasz" and "Győr". */
const beyondLatin1 = /(?=\p{sc=Latin})[\u0100-\uffff]/gu
const plain: Record<string, string> = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ı: 'i', ŋ: 'n', ħ: 'h', Ħ: 'H', œ: 'o', Œ: 'O' }

/**
 * The line as long as it was, in letters that the tagger knows, these full stops marked: by a letter inside a name, by
 * a comma behind a number.
 */
export const withoutFalseEnds = (line: string): string =>
  line.replace(beyondLatin1, letter => plain[letter] ?? letter.normalize('NFD').charAt(0)).replace(insideName, 'x')
    .replace(behindOrdinal, ',')

interface Word {
  text: string
  lower: string
  lemma: string
  start: number
  end: number
}

/** A word as it was written, where a letter or its full stop was marked. */
export function asWritten<T extends Word> (token: T, line: string, marked: string): T {
  const [written, read] = [line, marked].map(text => text.slice(token.start, token.end)) as [string, string]
  const lower = written.toLowerCase()
  return written === read ? token : { ...token, text: written, lower, lemma: lower }
}
