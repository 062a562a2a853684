/** Words for people by how they stand to somebody. */
import { joined } from '../wording/words/lists.ts'

export const male =
  'brother|bro|father|dad|papa|son|husband|hubby|boyfriend|bf|uncle|grandfather|grandpa|grandad|grandson|godson|' +
  'godfather|stepfather|stepdad|stepbrother|stepson|nephew'
export const female =
  'sister|sis|mother|mum|mom|mama|mamma|daughter|wife|girlfriend|gf|aunt|auntie|grandmother|grandma|gran|nan|' +
  'granddaughter|goddaughter|godmother|stepmother|stepmum|stepmom|stepsister|stepdaughter|niece'

/** Words for those close to one, who have facts of their own. */
export const kinWords = `(?:(?:${male}|${female}|parents?)-in-law|${male}|${female}|` +
  'partner|spouse|child|children|kid|baby|twin|parent|cousin|in-law|fianc[eé]e?|ex|friend|mate|' +
  'grandchild|grandchildren|grandkid|godchild|sibling|classmate|teammate|bandmate|lodger|landlord|landlady|' +
  'flatmate|roommate|housemate|neighbou?r|colleague|co-?worker|boss|manager|teacher|doctor|therapist|cat|dog|puppy|' +
  'kitten)s?'
export const kin = new RegExp(`^${kinWords}$`)

/** Of these "it" may be said. */
export const pet = /^(?:cat|dog|puppy|kitten)s?$/

/** He or she may be one of these as well. */
export const animal = new RegExp(
  joined(String.raw`
    ^(?:cat|dog|puppy|pup|kitten|horse|pony|mare|rabbit|hamster|parrot|budgie|ferret|tortoise|hen|goat|cow|sheep|
    donkey|mule|pig|greyhound|whippet|terrier|spaniel|labrador|lab|collie|bitch|foal|lizard|snake|gecko|rat|guinea|
    bird)$`),
  ''
)

/** How words for people end that say what they do: "plumber", "dentist", and not "river". */
export const trade = /(?:[^v]er|or|ist|ian)$/

/** Of other people that are spoken of, what the lexicon does not know for one. */
export const person =
  /^(?:man|woman|guy|girl|boy|lad|lady|dentist|nurse|vet|coach|trainer|student|pupil|client|patient|midwife|lodger|neighbour|neighbor|specialist|surgeon|consultant|examiner|colleague|friend|mate|boss|son|daughter|sister|brother|wife|husband|mum|mom|dad|eldest|oldest|youngest|missus|landlord|landlady|tenant|supervisor|advisor|midwife|girl|boyfriend|girlfriend)$/

/** Said without "my" of one's own. */
export const bareParent = /^(?:mum|mom|mummy|dad|daddy|grandma|grandpa|grandad|gran|nan)$/
