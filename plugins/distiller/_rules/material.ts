/** Which words of a turn are the speaker's own: not code, nor what is pasted, or to be translated or corrected. */
import { blanked, lettersIn } from '../../_shared/letters.ts'

/** "Proofread this: …": what follows is material. */
const task =
  /\b(?:translate|proofread|proof-read|summari[sz]e|rewrite|paraphrase|rephrase|correct|edit|polish|analy[sz]e|reply to|respond to|grammar|spelling|feedback on|review|fix)\b[^.?!\n]{0,200}(?::|\n|(?=["“«]))/i

const blank = (text: string) => text.replace(/[^\n]/g, ' ')

/** The content with everything else blanked, so that places stay the same. */
export function ownWords (content: string, names: string[] = []): string {
  let own = content.replace(/[‘’]/g, "'")
    .replace(/```[\s\S]*?(?:```|(?![\s\S]))|`[^`\n]*`|^[ \t]*>.*$|https?:\/\/\S+/gm, blank)
  const start = task.exec(own)?.index
  if (start !== undefined) own = own.slice(0, start) + blank(own.slice(start))
  return blanked(own, lettersIn(own, names))
}

/** Words in quotation marks that speak of an I: whoever that is, it is not certain to be the speaker. */
export const quotesAnother = (sentence: string) =>
  /["“”«»„]/.test(sentence) && /["“«„][^"”»]*\b(?:I|I'm|my|we|our|me|ich)\b/i.test(sentence)
