// Compactions by the provider in adapters: asked for only where the compiled request itself is sent.

import { createConversationCompiler } from 'ctxc/compile'
import { fromAnthropic } from 'ctxc/from/anthropic'
import { fromOpenAIResponses } from 'ctxc/from/openai-responses'
import { expect, test } from 'vitest'
import { bindingProvider } from '../../../src/testing/fake/binding/index.ts'
import { langChain } from '../../laws/alive/classes.ts'
import { drawFrom } from '../../laws/alive/draw.ts'
import { claude, gpt, type Item } from '../../laws/alive/vendor.ts'
import { betas, handlerOf } from './talk.ts'

const system = 'Answer in short sentences.'
const words = 'word '.repeat(30)

/** Reads a list as the app of a model's vendor keeps it. */
function read(model: string, list: readonly Item[]) {
  if (model.startsWith('claude')) {
    const tools = [{ name: 'look', input_schema: { type: 'object' } }]
    return fromAnthropic({ model, max_tokens: 500, system, tools, messages: [...list] } as never)
  }
  const parameters = { type: 'object', properties: {} }
  const tools = [{ type: 'function', name: 'look', parameters, strict: false }]
  return fromOpenAIResponses({ model, store: false, instructions: system, tools, input: [...list] } as never)
}

/** Has a conversation whose list an app keeps; `storage`: whether new processes continue it from a storage. */
async function converse(model: string, seed: number, isStored: boolean) {
  const vendor = model.startsWith('claude') ? claude : gpt
  const provider = bindingProvider(vendor === claude ? 'anthropic' : 'openai', { model, betas })
  const asked: Item[] = []
  const effects = { compact: handlerOf(provider, asked) }
  const values = new Map<string, string>()
  const storage = {
    get: (key: string) => values.get(key),
    set: (key: string, value: string) => values.set(key, value),
  }
  const begin = () =>
    createConversationCompiler({ model, budget: 3_000, effects, ...(isStored && { storage }) } as never)
  let compiler = begin()
  const draw = drawFrom(seed)
  const list: Item[] = [vendor.user('The first question.')]
  const dead: unknown[] = []
  let used = 0
  for (let step = 0; step < 16 && dead.length === 0; step++) {
    const result = await compiler.compile(read(model, list) as never, isStored ? { id: 'chat' } : {})
    used += Number(JSON.stringify(result.request).includes('"compaction"'))
    const { content, calls } = vendor.script(draw, step)
    const { status, body } = provider.answer(result.request, content)
    dead.push(...(status === 200 ? ((body.input_transformations ?? []) as readonly Item[]) : [body]))
    if (status !== 200) break
    list.push(...vendor.answer(body as Item))
    await compiler.resolveWants(result as never)
    list.push(...(calls.length > 0 ? vendor.results(calls, words) : [vendor.user(words)]))
    if (isStored && step % 5 === 4) compiler = begin()
  }
  const ranges = asked.map(body => JSON.stringify(body.messages ?? body.input))
  return { dead, used, isAskedTwice: new Set(ranges).size < ranges.length }
}

test.each([
  ['claude-opus-5-5', 'in memory', false],
  ['claude-opus-5-5', 'in a storage', true],
  ['gpt-6.2-astra', 'in memory', false],
  ['gpt-6.2-astra', 'in a storage', true],
])(
  'a conversation compiler keeps a compaction of %s %s, and loses no reasoning',
  async (model, _, isStored) => {
    for (const seed of [1, 2, 3]) {
      const { dead, used, isAskedTwice } = await converse(model, seed, isStored)
      expect([dead, isAskedTwice], `seed ${seed}`).toEqual([[], false])
      expect(used).toBeGreaterThan(0)
    }
  },
)

test('LangChain, whose classes write the requests, never asks for a compaction', async () => {
  const model = 'claude-opus-5-5'
  const asked: Item[] = []
  const provider = bindingProvider('anthropic', { betas })
  const app = langChain({ model, budget: 3_000, system, effects: { compact: handlerOf(provider, asked) } })
  const draw = drawFrom(1)
  app.add([claude.user('The first question.')])
  for (let step = 0; step < 14; step++) {
    const { request } = await app.compile()
    const { content, calls } = claude.script(draw, step)
    const { status, body } = provider.answer(request, content)
    expect([status, body.input_transformations]).toEqual([200, []])
    await app.answered(body, claude.answer(body))
    app.add(calls.length > 0 ? claude.results(calls, words) : [claude.user(words)])
  }
  expect(asked).toEqual([])
})
