/** Values of what there is one of that may hold at once: a town and its country, single and divorced. English. */
import type { Memory } from '../../../domain/nouns.ts'
import { joined } from './words/lists.ts'

/** What a town lies in: countries, and their states, provinces and counties. */
const countries = new RegExp(
  joined(String.raw`
    ^(?:the )?(?:(?:north|south|east|west|central)(?:ern)? )?(?:
    \S{3,}stan|\S{2,}land|netherlands|u\.?k\.?|united kingdom|britain|great britain|wales|u\.?s\.?a?\.?|
    united states|america|states|canada|mexico|cuba|brazil|argentina|chile|peru|bolivia|ecuador|colombia|
    venezuela|uruguay|paraguay|panama|costa rica|guatemala|honduras|nicaragua|jamaica|haiti|europe|eu|germany|france|
    spain|portugal|italy|austria|belgium|luxembourg|denmark|sweden|norway|greece|turkey|türkiye|cyprus|malta|czechia|
    czech republic|slovakia|slovenia|croatia|serbia|bosnia|montenegro|albania|north macedonia|kosovo|bulgaria|romania|
    hungary|moldova|ukraine|belarus|russia|estonia|latvia|lithuania|georgia|armenia|azerbaijan|israel|palestine|
    lebanon|syria|jordan|iraq|iran|saudi arabia|yemen|oman|qatar|kuwait|bahrain|uae|emirates|india|nepal|bangladesh|
    sri lanka|china|taiwan|japan|korea|mongolia|vietnam|laos|cambodia|malaysia|indonesia|philippines|australia|africa|
    egypt|libya|tunisia|algeria|morocco|sudan|ethiopia|kenya|uganda|rwanda|tanzania|zambia|zimbabwe|malawi|mozambique|
    angola|namibia|botswana|south africa|nigeria|ghana|senegal|mali|cameroon|congo|ivory coast|madagascar|asia)\b`),
  'i'
)
const states = new RegExp(
  joined(String.raw`
    ^(?:the )?(?:(?:north|south|east|west|central)(?:ern)? )?(?:
    alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|hawaii|idaho|illinois|indiana|
    iowa|kansas|kentucky|louisiana|maine|massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|
    nevada|new hampshire|new jersey|new mexico|new york|carolina|dakota|ohio|oklahoma|oregon|
    pennsylvania|tennessee|texas|utah|vermont|virginia|washington|west virginia|wisconsin|wyoming|ontario|quebec|
    alberta|manitoba|saskatchewan|british columbia|nova scotia|queensland|new south wales|tasmania|bavaria|saxony|
    hesse|thuringia|brandenburg|catalonia|andalusia|galicia|tuscany|sicily|sardinia|lombardy|provence|brittany|
    normandy|alsace|kent|cornwall|devon|dorset|somerset|surrey|sussex|essex|suffolk|norfolk|cumbria|durham|tyrol|
    crete|corsica|\S{3,}shire|maryland|rhode island|northumberland|saarland|rhineland|yucatan)\b`),
  'i'
)
const levelOf = (place: string) => states.test(place) ? 1 : countries.test(place) ? 2 : 0

/** "The UK", "Kent", "Texas". */
export const isWide = (place: string): boolean => levelOf(place) > 0

/** "On Saturdays", "during term", "this summer". */
const atTimes = new RegExp(
  joined(String.raw`
    \b(?:(?:on|every|most) (?:mon|tues|wednes|thurs|fri|satur|sun)days?|on (?:weekends|weekdays|my days? off)|
    (?:during|in|outside) (?:the )?(?:week|term|term ?time|summer|winter|spring|autumn|holidays?|season|school year)|
    (?:this|every|each|all) (?:summer|winter|spring|autumn|season|term|week|weekend|month|morning|afternoon)|
    today|tonight|tomorrow|half (?:of )?the (?:week|year|time)|
    most of the (?:week|year|time)|otherwise|at the moment|for now|part[- ]time)\b`),
  'i'
)

export const isAtTimes = (text: string): boolean => atTimes.test(text)

const moving = /\b(?:mov(?:e|ed|ing)|relocat\w*|emigrat\w*)\b/i
const anew = /\b(?:now|mov(?:e|ed|ing)|left|quit|instead|no longer|any ?more|stopped|new)\b/i
const personal = /^(?:lives_in|works_at|job_title|diet)$/
const partner = /^(?:divorced|widowed|separated)$/

type Stated = Pick<Memory, 'text' | 'predicate' | 'value'>

/** Two homes, jobs or statuses of which one does not take the other's place, by these words. */
export function mayBothHold (older: Stated, newer: Stated, said: string): boolean {
  const [one, other] = [older.value ?? '', newer.value ?? '']
  if (older.predicate !== newer.predicate) return false
  if (isAtTimes(older.text) && personal.test(older.predicate ?? '') && !anew.test(said)) return true
  if (older.predicate === 'lives_in') return levelOf(one) !== levelOf(other) && !moving.test(said)
  return older.predicate === 'marital_status' && one === 'single' !== (other === 'single') &&
    (partner.test(one) || partner.test(other))
}
