/** The things of a list, where a text ends with one: "nuts, shellfish and pollen", "1) a dashboard, 2) an API". */

const numbered = /(?:^|\s)(?:\(?\d{1,2}[).]|[-•*])\s+/u
const conjunction = /\b(?:and|or|plus)\b|&/iu
const joint = new RegExp(String.raw`\s*(?:[,;]|${conjunction.source})\s*`, 'iu')
/** Words of a clause of its own, which is no thing. */
const clause =
  /\b(?:i|we|he|she|they|it|you|is|are|am|was|were|has|have|had|will|who|which|that|because|but)\b|['’](?:s|m|re|ve|ll)\b/i
/** A person in a phrase that is no thing either: "scent them with lavender", "both of them", "just me". */
const phrase = /\S (?:me|him|them|us)\b/i
const longest = 4

/** Two or more; of the first its last two words, before which the list is introduced. None of what is no list. */
export function listedIn (text: string): string[] {
  const sentence = text.replace(/[.!?…]+\s*$/u, '')
  const points = sentence.split(numbered).slice(1)
  if (points.length > 1) return points
  const [front = '', ...others] = withoutApposition(sentence).split(joint).filter(part => part !== '')
  // "Bees, four hives", "a course, on week 3": a comma alone makes a list of three.
  if (
    others.length < (conjunction.test(sentence) ? 1 : 2) ||
    others.some(part => clause.test(part) || phrase.test(part) || wordsOf(part).length > longest)
  ) return []
  return [wordsOf(front).slice(-2).join(' '), ...others]
}

/** "On Tuesdays and Fridays, forty lengths each time": the list ends with what stands behind "and". */
function withoutApposition (sentence: string): string {
  const last = [...sentence.matchAll(new RegExp(conjunction, 'giu'))].at(-1)?.index ?? sentence.length
  const end = sentence.slice(last).search(/[,;]/)
  return end < 0 ? sentence : sentence.slice(0, last + end)
}

const wordsOf = (part: string) => part.split(/\s+/)
