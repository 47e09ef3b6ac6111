// A storage that fails, loses values or returns others is reported, and loses no messages.

import { contextCompiler } from 'ctxc/ai-sdk'
import type { ConversationStorage } from 'ctxc/compile'
import { fromOpenAI } from 'ctxc/from/openai'
import { expect, test } from 'vitest'
import { firstWords } from '../conversation.ts'
import { all, chatWith, counting, newCompiler, requestsBy, texts } from './chats.ts'

test('a storage that takes no value is reported in the next call', async () => {
  const set = () => {
    throw new Error('read only')
  }
  const compiler = newCompiler({ effects: { summarize: firstWords() }, storage: { get: () => null, set } })
  const results = await requestsBy(() => compiler, { turns: 3 })
  for (const { ok, diagnostics } of results)
    expect([ok, diagnostics.map(({ data }) => data.why)]).toEqual([true, ['read only']])
})

test('a storage that fails is reported, and its conversation goes on', async () => {
  const storage: ConversationStorage = {
    get: () => Promise.reject(new Error('no connection')),
    set: () => {
      throw new Error('read only')
    },
  }
  const compiler = newCompiler({ effects: { summarize: firstWords() }, storage })
  const results = await requestsBy(() => compiler, { turns: 12 })
  for (const { ok, diagnostics } of results) {
    expect(ok).toBe(true)
    const failed = diagnostics.filter(({ code }) => code === 'CX9206')
    expect(failed.map(({ data }) => data.why)).toContain('no connection')
  }
})

test.each([
  '"text"',
  '{}',
  '[',
  '{"calls":1e15,"branches":[]}',
  '{"calls":1,"branches":[{"plans":[],"recorded":[],"asked":[5]}]}',
  `{"calls":1,"branches":[{"plans":[],"asked":[],"recorded":[{"after":1,"content":"x","events":[{"author":1}]}]}]}`,
  `{"calls":1,"branches":[{"plans":[],"asked":[],"recorded":[{"after":1,"content":"x","events":[{"author":"user","text":"Hi"}]}]}]}`,
  `{"calls":1,"branches":[{"plans":[{"after":1,"content":"x","beginning":"","ids":"","plan":{}}],"recorded":[],"asked":[]}]}`,
])('a value that ctxc did not store is not used: %s', async value => {
  const storage: ConversationStorage = { get: () => value, set: () => {} }
  const [first] = await requestsBy(() => newCompiler({ storage }), { turns: 1 })
  const [plain] = await requestsBy(() => newCompiler({}), { turns: 1 })
  expect(first?.request).toEqual(plain?.request)
  expect(first?.ok).toBe(true)
})

test('objects that a storage returns run no code', async () => {
  const hostile = Object.defineProperty({ calls: 1 }, 'plans', {
    enumerable: true,
    get: () => {
      throw new Error('read')
    },
  })
  const storage: ConversationStorage = { get: () => hostile, set: () => Promise.reject(Object.create(null)) }
  const [first] = await requestsBy(() => newCompiler({ storage }), { turns: 1 })
  expect(first?.ok).toBe(true)
  expect(first?.diagnostics.map(({ code }) => code)).toContain('CX9206')
})

test('work is done again if the value of a conversation is lost', async () => {
  const { seen, effects } = counting()
  const values = new Map<string, string>()
  const { requests } = await chatWith(turn => {
    if (turn === 20) for (const key of values.keys()) if (key.split(':').length === 3) values.delete(key)
    return newCompiler({ effects, storage: values, context: all })
  })
  expect(seen.length).toBeGreaterThan(0)
  expect(requests.at(-1)).toContain('Summary of earlier messages')
})

test('a get that fails once loses nothing that is stored', async () => {
  const { seen, effects } = counting()
  const inner = texts()
  let failing = false
  const get = (key: string) => (failing ? Promise.reject(new Error('timeout')) : inner.get(key))
  const storage: ConversationStorage = { get, set: inner.set }
  const { codes } = await chatWith(turn => {
    failing = turn === 25
    return newCompiler({ effects, storage, context: all })
  })
  expect(codes.filter(code => code === 'CX9206')).toHaveLength(1)
  expect(codes.filter(code => code === 'CX4003').length).toBeLessThan(2)
  // The new process of that one call knows nothing, and asks for at most eight summaries.
  expect(seen.length - new Set(seen).size).toBeLessThanOrEqual(8)
})

test('a call without an id is reported, and two conversations with one beginning stay apart', async () => {
  const storage = texts()
  const effects = { summarize: firstWords() }
  const compiler = newCompiler({ effects, storage, context: all })
  const hello = fromOpenAI([{ role: 'user', content: 'Hello' }])
  const { diagnostics } = await compiler.compile(hello)
  expect(diagnostics.map(({ code }) => code)).toEqual(['CX9206'])
  expect(storage.size).toBe(0)
  for (const id of ['a', 'b']) await compiler.compile(hello, { id })
  expect(storage.size).toBe(2)
})

test('a storage without its methods is a mistake of the program', () => {
  const storage = new Set() as never
  expect(() => newCompiler({ storage })).toThrow(TypeError)
  expect(() => contextCompiler({ storage })).toThrow(TypeError)
})
