/**
 * What an LLM provider is. `suite(t, build)` with tap's `t`; `build` makes a fresh provider whose model answers as
 * `answers` says, one text a call, and tells how often the model was asked. Requirements are numbered; codes are
 * asserted, never messages.
 */
import Type from 'typebox'
import { llmInterfaceVersion, type Llm } from '../../domain/capabilities/llm.ts'

interface Assertions {
  equal(found: unknown, wanted: unknown, message?: string): unknown
  same(found: unknown, wanted: unknown, message?: string): unknown
  ok(value: unknown, message?: string): unknown
  rejects(promise: Promise<unknown>, wanted?: object): Promise<unknown>
}
interface Tester {
  test(name: string, options: object, body: (t: Assertions) => Promise<void>): unknown
}

export interface BuiltLlm {
  llm: Llm
  asked: () => number
  close?: () => Promise<void>
}

const schema = Type.Object({
  city: Type.String({ minLength: 1 }),
  size: Type.Union([Type.Integer(), Type.Null()])
}, { additionalProperties: false })

const question = {
  prompt: 'city@1',
  system: 'Name the city as a JSON object.',
  user: 'I live in Lisbon.',
  schema,
  userId: 'u1'
}

export function suite (t: Tester, build: (answers: string[]) => Promise<BuiltLlm>): void {
  const requirement = (name: string, answers: string[], body: (t: Assertions, built: BuiltLlm) => Promise<void>) =>
    t.test(name, {}, async t => {
      const built = await build(answers)
      try {
        await body(t, built)
      } finally {
        await built.close?.()
      }
    })
  const lisbon = '{"city":"Lisbon","size":null}'

  requirement('llm.describes-itself: version, provider, model, and that it is configured', [], async (t, { llm }) => {
    t.equal(llm.interfaceVersion, llmInterfaceVersion)
    t.ok(llm.provider.length > 0 && llm.model.length > 0)
    t.equal(llm.configured, true)
    t.same(llm.usage, { calls: 0, promptTokens: 0, completionTokens: 0 })
  })

  requirement('llm.answers: an object that fits the schema, counted once', [lisbon], async (t, { llm, asked }) => {
    t.same(await llm.generate(question), { city: 'Lisbon', size: null })
    t.equal(asked(), 1)
    t.equal(llm.usage.calls, 1)
    t.ok(llm.usage.promptTokens > 0 && llm.usage.completionTokens > 0)
  })

  for (
    const [name, content] of [
      ['prose', `Sure! Here is the object you asked for:\n${lisbon}\nLet me know if you need more {braces}.`],
      ['a code fence', `\`\`\`json\n${lisbon}\n\`\`\``],
      ['reasoning', `<think>Maybe {"city": "Porto"}? No.</think>${lisbon}`],
      ['fields nobody asked for', '{"city":"Lisbon","size":null,"country":"Portugal"}'],
      ['numbers in quotes', '{"city":"Lisbon","size":"3"}']
    ] as const
  ) {
    requirement(`llm.tolerates: ${name}, without asking again`, [content], async (t, { llm, asked }) => {
      t.equal((await llm.generate(question)).city, 'Lisbon')
      t.equal(asked(), 1)
    })
  }

  for (
    const [name, content] of [
      ['an empty answer', ''],
      ['no JSON', 'Lisbon, I think.'],
      ['half an object', '{"city":"Lis'],
      ['the schema echoed', JSON.stringify(schema)],
      ['a missing field', '{"size":3}'],
      ['a null that is not allowed', '{"city":null,"size":3}'],
      ['a list', '[]']
    ] as const
  ) {
    requirement(`llm.repairs: ${name} is asked again once`, [content, lisbon], async (t, { llm, asked }) => {
      t.equal((await llm.generate(question)).city, 'Lisbon')
      t.equal(asked(), 2)
    })
    requirement(
      `llm.gives-up: ${name} twice is a clear error, never an object that does not fit`,
      [content, content],
      async (t, { llm, asked }) => {
        await t.rejects(llm.generate(question), { code: 'llm_invalid_output', statusCode: 503 })
        t.equal(asked(), 2)
      }
    )
  }

  requirement('llm.abort: nobody waits for an answer that is not wanted any more', [lisbon], async (t, { llm }) => {
    await t.rejects(llm.generate({ ...question, signal: AbortSignal.abort() }))
  })
}
