/** A text and what a store keeps of it are the same text. */
import t from 'tap'
import { fingerprint } from '../../domain/text/identity.ts'
import { storableText } from '../../domain/text/storable.ts'
import { random } from '../conformance/store/suite.ts'

const pieces = [
  '\0',
  '\ud800',
  '\udfff',
  '\ufffd',
  'é',
  'e\u0301',
  'A',
  ' ',
  '\n',
  '。',
  '.',
  '👩‍👧',
  '\ud83d',
  'tea',
  '\u200b'
]

t.test('the fingerprint is of what is stored, whatever was sent', async t => {
  const next = random(9)
  const piece = () => pieces[Math.floor(next() * pieces.length)] as string
  for (let run = 0; run < 2_000; run++) {
    const text = Array.from({ length: 1 + Math.floor(next() * 12) }, piece).join('')
    const project = next() < 0.3 ? piece() : null
    const stored = fingerprint(storableText(text), project === null ? null : storableText(project))
    if (fingerprint(text, project) !== stored) t.fail(JSON.stringify({ text, project }))
  }
  t.not(fingerprint('tea', 'a'), fingerprint('tea', 'b'))
})
