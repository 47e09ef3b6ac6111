// Mistakes of a program that is declared: each is refused, and the message says what was meant.
import { describe, expect, test } from 'vitest'
import { agent, compile, createSession, tool } from '../../src/index.ts'
import { fakeProvider } from '../../src/testing/index.ts'

const session = createSession({ events: [{ author: 'user', text: 'Hi' }] })

describe('an invalid declaration (N)', () => {
  test('gets a suggestion for an option of another library', async () => {
    const compiling = (options: object) => compile(agent({ name: 'a' }), session, options)
    await expect(compiling({ maxTokens: 100 })).rejects.toThrow(
      "no option 'maxTokens': did you mean 'budget'?",
    )
    await expect(compiling({ provider: 'openai' })).rejects.toThrow("did you mean 'target'?")
    await expect(compiling({ modle: 'gpt-5.4' })).rejects.toThrow("did you mean 'model'?")
    await expect(compiling({ zzzzzz: 1 })).rejects.toThrow("no option 'zzzzzz': use one of target")
  })

  test("is named if it is a tool in OpenAI's form", () => {
    const tools = [{ type: 'function', function: { name: 'f', parameters: {} } }]
    expect(() => agent({ name: 'a', tools: tools as never })).toThrow(
      "agent.tools[0] is a tool in the format of OpenAI's Chat Completions",
    )
  })

  test('is refused by tool()', () => {
    expect(() => tool({ parameters: { type: 'object' } } as never)).toThrow(/^tool\.name/)
    expect(() => tool(null as never)).toThrow(TypeError)
    expect(() => tool({ name: 'a', params: {} } as never)).toThrow("tool has no 'params'")
    const definition = { name: 'a', parameters: { type: 'object' } }
    expect(tool(definition)).toBe(definition)
  })

  test('is refused if it holds properties without a schema, and schemas are accepted', () => {
    for (const parameters of [{ city: 'string' }, { city: { type: 'string' }, days: 'integer' }])
      expect(() => tool({ name: 'a', parameters })).toThrow(
        /^tool\.parameters has types by name.*properties: \{ type: 'object'/,
      )
    for (const parameters of [
      {},
      { items: { type: 'string' } },
      { not: { type: 'null' } },
      { title: 'object' },
    ])
      expect(() => tool({ name: 'a', parameters })).not.toThrow()
  })

  test("is refused for properties without a schema, also by a keyword's name", () => {
    const text = { type: 'string' }
    for (const parameters of [
      { city: text, title: text },
      { description: text },
      { format: text, pattern: text },
    ])
      expect(() => tool({ name: 'a', parameters })).toThrow()
  })

  test('is refused by fakeProvider for an unknown target', () => {
    expect(() => fakeProvider('claude' as never)).toThrow(
      'target must be one of openai, openai-chat, anthropic',
    )
  })

  test('is refused by a state for non-JSON values', () => {
    const promise = Promise.resolve(1)
    expect(() => createSession({ state: { a: promise as never } })).toThrow(
      'state.a must be JSON, got a promise: await it',
    )
    const set = { b: (() => 1) as never }
    expect(() => session.append({ author: 'developer', actions: { state: { set } } })).toThrow(
      /actions\.state\.set\.b must be JSON, got a function/,
    )
    for (const [value, message] of [
      [{ b: [1, Promise.resolve(1)] }, 'state.a.b[1] must be JSON, got a promise: await it'],
      [[() => 1], 'state.a[0] must be JSON, got a function'],
      [{ b: new Map([[1, 2]]) }, 'state.a.b must be JSON, got a Map'],
    ] as const)
      expect(() => createSession({ state: { a: value as never } })).toThrow(message)
    expect({ ...createSession({ state: { a: { b: 1 }, c: null } }).state }).toEqual({ a: { b: 1 }, c: null })
  })
})
