/**
 * Dates in French, Spanish, Italian, Portuguese and Dutch: a month, with its day or year ("le 3 mai", "en marzo de
 * 2025"), and a day or span beside today ("demain", "la próxima semana"). The words are those of Unicode's CLDR, as
 * Intl gives them; which way a month points is said by the tense.
 */
import { eld } from 'eld/small'
import { joined } from './words/lists.ts'

/** A date that is named by the words at `index`; `precision` in characters of its ISO form. */
export interface NamedDate {
  index: number
  words: string
  at: number
  precision: 4 | 7 | 10
}

/** What stands in front of a month alone, what tells of the past, and what only looks like it. */
const languages: Record<string, { before: string, past: RegExp, notPast: string }> = {
  fr: {
    notPast: 'lundi|mardi|mercredi|jeudi|vendredi|samedi|aussi|ici|ainsi|plus|mais|prévue?s?|fixée?s?|invitée?s?',
    before: "en|de|d'|début|fin|mi-|depuis|jusqu'en|avant|après|pour|dès",
    past:
      /\b(?:ai|as|a|avons|avez|ont|suis|est|sommes|sont|étais|était|avais|avait) (?:\p{L}+ )?\p{L}+(?:é|ée|és|ées|i|is|it|u|ue|us)(?!\p{L})|\p{L}+(?:ait|aient|ais)\b/iu
  },
  es: {
    notPast: 'días?|tías?|mía|maría|todavía|policía|(?:el|la|mi|tu|su|un|una|cada|al|del) \\p{L}+ía|' +
      '\\p{L}+ríamos|\\p{L}+rían?|\\p{L}+[aei]ré|qué|café|josé|té|bebé|aquí|allí|ahí|así|sí|mí|acaban?',
    before: 'en|de|desde|hasta|para|antes de|después de|a principios de|a finales de|este|el pasado',
    past:
      /\p{L}+(?:é|ó|í|aron|ieron|aba|aban|ía|ían)(?!\p{L})|\b(?:fui|fue|fuimos|hice|hizo|tuve|tuvo|estuve|vine|puse|di)\b|\b(?:he|ha|hemos|han|había) \p{L}+(?:ado|ido|to|cho)\b/iu
  },
  it: {
    notPast: "(?:il|lo|la|un|una|uno|l'|un'|mio|mia|suo|sua|nostro|nostra) ?\\p{L}+|sabato|questo|tutto|" +
      'molto|certo|contento|contenta|invitat[oaie]|previst[oaie]|fissat[oaie]|prenotat[oaie]',
    before: 'a|ad|in|di|da|dal|fino a|entro|per|dopo|prima di|metà|fine|inizio',
    past:
      /\b(?:ho|hai|ha|abbiamo|hanno|sono|siamo|è) (?:\p{L}+ )?\p{L}+(?:t[oaie]|so|sto|tto)\b|\p{L}+(?:avo|ava|evo|eva|ivo|iva)\b/iu
  },
  pt: {
    notPast: 'eu|meu|teu|seu|museu|vou|sou|estou|dou|sei|rei|lei|\\p{L}+[aei]rei|europeu|judeu',
    before: 'em|de|desde|até|para|antes de|depois de|no início de|no fim de|este',
    past:
      /\p{L}+(?:ei|ou|aram|eram|iram|eu|iu|ava|avam)(?!\p{L})|\b(?:fui|foi|fomos|tive|teve|fiz|fez|estive|era|tinha)\b/iu
  },
  nl: {
    notPast: '(?:het|de|een|mijn|ons|onze|haar|zijn) (?:ge|ver|be|ont)\\p{L}+|bezig|bekend|benieuwd|gepland|bedoeld',
    before: 'in|sinds|tot|vanaf|voor|na|begin|eind|half|van',
    past:
      /\b(?:heb|hebt|heeft|hebben|ben|bent|is|zijn|was|waren|had|hadden) (?:[^,.;]{1,60} )?(?:ge\p{L}+|ver\p{L}+|be\p{L}+|ont\p{L}+)|\b(?:was|waren|had|hadden|ging|gingen|kwam|kwamen|werd)\b/iu
  }
}

const since = /(?:depuis|desde|sinds|dal?|dall')\s?(?:el |le |o |il |de |het )?$/iu

interface Words {
  months: string[]
  named: RegExp
  isPast: (clause: string) => boolean
  /** "Demain" and what is meant by it. */
  beside: Array<[words: string, count: number, unit: 'day' | 'week' | 'month' | 'year']>
  besides: RegExp
}

/** What CLDR says otherwise. */
const alsoBeside: Record<string, Words['beside']> = {
  fr: [["l'an dernier", -1, 'year'], ["l'an prochain", 1, 'year'], ["l'année passée", -1, 'year']],
  es: [['el mes que viene', 1, 'month'], ['el año que viene', 1, 'year'], ['la semana que viene', 1, 'week']],
  pt: [['no ano passado', -1, 'year'], ['semana que vem', 1, 'week'], ['mês que vem', 1, 'month']]
}

const known = new Map<string, Words>()

function wordsOf (language: string): Words {
  const found = known.get(language)
  if (found !== undefined) return found
  const { before, past, notPast } = languages[language]!
  const looksPast = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${notPast})(?![\p{L}\p{N}])`, 'giu')
  const name = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
  const months = Array.from({ length: 12 }, (_, month) => name.format(Date.UTC(2026, month, 15)).toLowerCase())
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const beside = (['day', 'week', 'month', 'year'] as const).flatMap(unit =>
    [-2, -1, 1, 2].map((count): Words['beside'][number] => [relative.format(count, unit).toLowerCase(), count, unit])
  ).filter(([words]) => !/\d/.test(words))
  beside.push(...alsoBeside[language] ?? [])
  const words: Words = {
    months,
    isPast: clause => past.test(clause.replace(looksPast, ',')),
    beside,
    named: new RegExp(
      joined(String.raw`(?<![\p{L}\p{N}])(?:(\d{1,2})(?:er|º|°|e)?\.?\s(?:de\s|d')?|(?<=(?:^|[\s,])(?:${before})\s?))
        (${months.join('|')})(?:\s(?:de\s|del\s)?((?:19|20)\d{2}))?(?![\p{L}\p{N}])`),
      'giu'
    ),
    besides: new RegExp(
      String.raw`(?<![\p{L}\p{N}]|\b(?:la|por la|in de|'s) )(?:${
        beside.map(([words]) => words).join('|')
      })(?![\p{L}\p{N}])`,
      'giu'
    )
  }
  known.set(language, words)
  return words
}

/** "Je me suis trompé, c'est le 25 avril": the tense of what stands before the comma is not the date's. */
const clauseAt = (text: string, index: number) =>
  /[^,;:.!?]*$/.exec(text.slice(0, index))![0] + /^[^,;:.!?]*/.exec(text.slice(index))![0]

/** Empty for a text of another language. */
export function otherDates (text: string, now: number): NamedDate[] {
  const { language } = eld.detect(text)
  if (!Object.hasOwn(languages, language)) return []
  const words = wordsOf(language)
  return [
    ...[...text.matchAll(words.named)].map(({ index, 0: said, 1: day, 2: month = '', 3: year }) =>
      ofMonth(
        index,
        said,
        day,
        words.months.indexOf(month.toLowerCase()),
        year,
        now,
        words.isPast(clauseAt(text, index)) || since.test(text.slice(0, index))
      )
    ),
    ...[...text.matchAll(words.besides)].map(({ index, 0: said }) => {
      const [, count, unit] = words.beside.find(([words]) => words === said.toLowerCase())!
      return besideNow(index, said, count, unit, now)
    })
  ].sort((one, other) => one.index - other.index)
}

function ofMonth (
  index: number,
  words: string,
  day: string | undefined,
  month: number,
  year: string | undefined,
  now: number,
  past: boolean
): NamedDate {
  const today = new Date(now)
  const dated = (year: number) => Date.UTC(year, month, Number(day ?? 1))
  // The month that is under way is the one that is meant.
  const isOver = (at: number) => day === undefined ? month < today.getUTCMonth() : at + 86_400_000 <= now
  const isAhead = (at: number) => day === undefined ? month > today.getUTCMonth() : at > now
  const thisYear = today.getUTCFullYear()
  const at = dated(thisYear)
  const open = past ? thisYear - Number(isAhead(at)) : thisYear + Number(isOver(at))
  return { index, words, at: dated(year === undefined ? open : Number(year)), precision: day === undefined ? 7 : 10 }
}

function besideNow (
  index: number,
  words: string,
  count: number,
  unit: Words['beside'][number][2],
  now: number
): NamedDate {
  const date = new Date(now)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  if (unit === 'year') return { index, words, at: Date.UTC(year + count, 0), precision: 4 }
  if (unit === 'month') return { index, words, at: Date.UTC(year, month + count), precision: 7 }
  return { index, words, at: Date.UTC(year, month, day + count * (unit === 'week' ? 7 : 1)), precision: 10 }
}
