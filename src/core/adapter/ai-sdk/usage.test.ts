import { expect, test } from 'vitest'
import type { Compiled } from '../../compile/contract/result.ts'
import { contextCompiler } from './middleware.ts'
import type { ContextOptions } from './options.ts'

const model = { provider: 'anthropic.messages', modelId: 'claude-opus-4-8', specificationVersion: 'v4' }
const reported = (total: number): object => ({ inputTokens: { total }, outputTokens: { total: 5 } })
const user = (text: string): object => ({ role: 'user', content: [{ type: 'text', text }] })
const assistant = (text: string): object => ({ role: 'assistant', content: [{ type: 'text', text }] })

/** Returns a function that makes one call, whose answer reports a share of the estimate, and the results of all calls. */
function calling(options: ContextOptions = {}) {
  const compiled: Compiled[] = []
  const middleware = contextCompiler({ ...options, onCompiled: result => compiled.push(result) })
  const call = async (prompt: readonly object[], usageOf: (estimate: number) => object) => {
    const params = await middleware.transformParams({ params: { prompt }, model } as never)
    const usage = usageOf(compiled.at(-1)!.tokens.input)
    await middleware.wrapGenerate({
      params,
      doGenerate: async () => ({ content: [{ type: 'text', text: 'Yes.' }], warnings: [], usage }),
    } as never)
    return compiled.at(-1)!.plan!.usage!
  }
  return { call, compiled, middleware }
}

const first = [user('Tell me about the rivers of Europe. '.repeat(20))]
const second = [...first, assistant('Yes.'), user('Go on.')]
const other = [user('Tell me about the lakes of Africa. '.repeat(20))]

test('the reported usage of an answer is in the plan of the next call of the same conversation', async () => {
  const { call } = calling()
  const usual = (estimate: number): object => reported(estimate)
  expect((await call(first, usual)).reports).toEqual({})
  expect((await call(other, usual)).reports).toEqual({})
  const third = [...second, assistant('Yes.'), user('And then?')]
  expect((await call(second, usual)).reports).toEqual({ 'anthropic.messages/claude-opus-4-8': { 20: 1 } })
  expect((await call(third, usual)).reports).toEqual({ 'anthropic.messages/claude-opus-4-8': { 20: 2 } })
})

test('a report of a stream counts, and one of plain numbers does not', async () => {
  const { call, middleware, compiled } = calling()
  await call(first, estimate => ({ inputTokens: estimate, outputTokens: 5 }))
  const params = await middleware.transformParams({ params: { prompt: second }, model } as never)
  expect(compiled.at(-1)!.plan!.usage!.reports).toEqual({})
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue({ type: 'finish', usage: reported(compiled.at(-1)!.tokens.input) })
      controller.close()
    },
  })
  const answer: any = await middleware.wrapStream({ params, doStream: async () => ({ stream }) } as never)
  for await (const _ of answer.stream) {
    // The stream is read to its end, as by an app.
  }
  const third = [...second, assistant('Yes.'), user('And then?')]
  expect((await call(third, reported)).reports).toEqual({
    'anthropic.messages/claude-opus-4-8': { 20: 1 },
  })
})

test('a storage keeps the reports for another process, with one key', async () => {
  const values = new Map<string, string>()
  const options = { storage: values, conversation: 'chat-1' }
  const usual = (estimate: number): object => reported(estimate)
  await calling(options).call(first, usual)
  await calling(options).call(second, usual)
  const third = [...second, assistant('Yes.'), user('And then?')]
  const { reports } = await calling(options).call(third, usual)
  expect(reports).toEqual({ 'anthropic.messages/claude-opus-4-8': { 20: 2 } })
  expect([...values.keys()].filter(key => key.endsWith('/usage'))).toHaveLength(1)
})

test('a history that outgrows its budget keeps more with the reports of its answers', async () => {
  const rest = [assistant('The Rhine. '.repeat(20)), user('The Danube. '.repeat(20))]
  const keptOf = async (usageOf: (estimate: number) => object): Promise<number> => {
    const { call, compiled } = calling({ budget: 3_000 })
    let prompt: readonly object[] = first
    for (let turn = 0; turn < 30; turn++) {
      await call(prompt, usageOf)
      prompt = [...prompt, ...rest]
    }
    return Math.max(...compiled.slice(-12).map(({ tokens }) => tokens.input))
  }
  const without = await keptOf(() => ({}))
  expect(await keptOf(reported)).toBeGreaterThan(without * 1.08)
})
