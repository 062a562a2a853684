/** The estimate against what o200k_base makes of the same texts: counted once, with gpt-tokenizer 4.0.0. */
import t from 'tap'
import { clipped, oneLine, start } from '../../domain/text/excerpt.ts'
import { estimateTokens } from '../../domain/text/tokens.ts'
import { random } from '../conformance/store/suite.ts'

const next = random(19)
const pick = (signs: string) => [...signs][Math.floor(next() * [...signs].length)] ?? ''
const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i)).join('')
const between = (low: number, high: number) => String.fromCodePoint(low + Math.floor(next() * (high - low)))
const hex = '0123456789abcdef'
const id = () => [8, 4, 4, 4, 12].map(length => many(length, () => pick(hex))).join('-')
const fact = 'Ada keeps bees on the roof and plays the cello in Graz. '

/** In the order in which they are made: the generator goes on. */
const samples: Record<string, string> = {
  prose: fact.repeat(20),
  ids: many(40, () => `${id()} `),
  lines: many(20, () => `[${id().slice(0, 13)}] Ada plays the cello. (since 2026-01-31)\n`),
  json: JSON.stringify(
    Array.from({ length: 20 }, () => ({ id: id(), content: fact, valid_at: '2026-01-31T00:00:00.000Z', score: 0.87 }))
  ),
  hex: many(1000, () => pick(hex)),
  letters: many(1000, () => pick('abcdefghijklmnopqrstuvwxyz')),
  digits: many(999, () => pick('0123456789')),
  signs: many(1000, () => pick('!"#$%&()*+,-./:;<=>?@[]^_`{|}~')),
  chinese: '艾达在屋顶上养蜂，并且弹奏大提琴，她住在格拉茨。'.repeat(20),
  japanese: '港にはたくさんの帆船が停泊していた。'.repeat(20),
  korean: '아다는 지붕 위에서 벌을 키우고 첼로를 연주합니다. '.repeat(20),
  thai: 'เอด้าเลี้ยงผึ้งบนหลังคาและเล่นเชลโล'.repeat(20),
  russian: 'Ада держит пчёл на крыше и играет на виолончели. '.repeat(20),
  arabic: 'تحتفظ آدا بالنحل على السطح وتعزف على التشيلو. '.repeat(20),
  hindi: 'एडा छत पर मधुमक्खियाँ पालती है और सेलो बजाती है। '.repeat(20),
  german: 'Zoë hält Bienen über dem Dächlein für die Großmütter. '.repeat(20),
  emoji: '⛵🧑‍🚀'.repeat(100),
  pictures: many(500, () => between(0x1f300, 0x1f600)),
  marks: many(400, () => pick('abcdef') + between(0x300, 0x36f) + between(0x300, 0x36f)),
  'private signs': many(500, () => between(0xe000, 0xf8ff)),
  'rare signs': many(500, () => between(0x1400, 0x1670)),
  'rare Chinese': many(500, () => between(0x20000, 0x2a6df))
}
const counted: Record<string, number> = {
  prose: 261,
  ids: 920,
  lines: 505,
  json: 1333,
  hex: 573,
  letters: 510,
  digits: 333,
  signs: 671,
  chinese: 460,
  japanese: 300,
  korean: 401,
  thai: 360,
  russian: 361,
  arabic: 322,
  hindi: 401,
  german: 321,
  emoji: 900,
  pictures: 1127,
  marks: 1913,
  'private signs': 1455,
  'rare signs': 1489,
  'rare Chinese': 1982
}

t.test('the estimate is near what a tokenizer counts', async t => {
  for (const [name, text] of Object.entries(samples)) {
    const share = estimateTokens(text) / (counted[name] ?? 0)
    t.ok(share > 0.8 && share < 1.7, `${name}: ${share.toFixed(2)}`)
  }
  t.equal(estimateTokens(''), 0)
})

t.test('a text is one line, whatever is in it', async t => {
  const signs = [
    ...'a⏎]# `\t\n\r\v\f',
    '\u0085',
    '\u2028',
    '\u2029',
    '\u001c',
    '\u202e',
    '\u2066',
    '\u0000',
    '🧑‍🚀',
    '\r\n'
  ]
  for (let round = 0; round < 500; round++) {
    const text = many(1 + Math.floor(next() * 12), () => signs[Math.floor(next() * signs.length)] ?? '')
    const line = oneLine(text, ' ⏎ ')
    t.notMatch(line, /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u, JSON.stringify(text))
    const limit = 1 + Math.floor(next() * 10)
    t.notMatch(start(text, limit) + clipped(text, limit), /\p{Cs}/u, 'no half of a pair')
    t.ok(clipped(text, limit).length <= limit)
  }
})
