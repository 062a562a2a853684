/** One turn of a conversation, as requests hold it. */
import Type from 'typebox'
import { text, time } from './fields.ts'

export const message = Type.Object({
  role: Type.String({ minLength: 1, maxLength: 20, description: 'Who speaks, for example `user` or `assistant`.' }),
  content: Type.String({ minLength: 1, maxLength: 50_000, description: 'What was said.' }),
  uuid: text("The caller's id of the turn.", { maxLength: 200 }),
  created_at: time('When it was said; relative dates in it are read from there. Default now.'),
  name: text("The speaker's name.", { maxLength: 200 })
}, { $id: 'Turn' })
