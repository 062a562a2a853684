/** Another value of the same, in other words: by what they share, the kind of what differs, and a word for "now". */
import t from 'tap'
import { speaksOfSame, succeeds } from '../../domain/text/succession.ts'

const said = (text: string, predicate: string, value: string, subject = 'The user') => ({
  text,
  subject,
  predicate,
  value
})
const bank = said("The user's bank is ING.", 'bank_is', 'ING')
const desk = said("The user's desk is by the window.", 'desk_is_by', 'window')
const rent = said("The user's rent is 900 euros.", 'rent_is', '900 euros')

const pairs: Array<[newer: string, older: ReturnType<typeof said>, ends: boolean]> = [
  ["The user's bank is Revolut now.", bank, true],
  ["The user's bank is Revolut.", bank, false],
  ["The user's second bank is Revolut now.", bank, false],
  ["The user's sister's bank is Revolut now.", bank, false],
  ["The user's business bank is Revolut now.", bank, false],
  ["The user's bank is Dutch now.", bank, false],
  ["The user's bank is closed now.", bank, false],
  ["The user's bank is in Leeds now.", bank, false],
  ["The user's bank is with Tom now.", bank, false],
  ["The user's bank is also Revolut now.", bank, false],
  ["If the user's bank is Revolut now, fine.", bank, false],
  ["The user's desk is by the door now.", desk, true],
  ["The user's desk is in the hall now.", desk, false],
  ["The user's desk is by Ikea now.", desk, false],
  ["The user's desk is by the door today.", desk, false],
  ["The user's plants are by the door now.", desk, false],
  ["The user's rent is 950 euros now.", rent, true],
  ["The user's rent is 20 percent more now.", rent, false],
  ["The user's rent is low now.", rent, false],
  [
    "The user's bike is with Tom now.",
    said("The user's bike is with Ann.", 'bike_is_with', 'Ann'),
    false
  ],
  ['The user subscribes to Disney now.', said('The user subscribes to Netflix.', 'subscribes_to', 'Netflix'), false],
  ["The user's laptop runs Steam now.", said("The user's laptop runs Linux.", 'laptop_runs', 'Linux'), false],
  ["The user's garden has a fence now.", said("The user's garden has a pond.", 'garden_has', 'pond'), false]
]
for (const [newer, older, ends] of pairs) {
  t.test(`"${newer}" after "${older.text}"`, async t => {
    t.equal(succeeds(said(newer, 'is', 'what is so'), older), ends)
  })
}

t.test('what was only planned is not succeeded', async t => {
  t.notOk(
    succeeds(said("The user's bank is Revolut now.", 'bank_is', 'Revolut'), { ...bank, predicate: 'planned_bank_is' })
  )
})

t.test('what is spoken of in both', async t => {
  const flour = said("The user's supplier for flour is Millhouse.", 'supplier_flour_is', 'Millhouse')
  t.ok(speaksOfSame(said('The user gets flour elsewhere.', 'gets', 'flour'), flour))
  t.notOk(speaksOfSame(said('The user gets eggs elsewhere.', 'gets', 'eggs'), flour))
})
