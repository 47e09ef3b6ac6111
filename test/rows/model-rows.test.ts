import { describe, expect, test } from 'vitest'
import { contextCompiler } from '../../src/core/adapter/ai-sdk/index.ts'
import { createConversationCompiler } from '../../src/core/adapter/conversation-compiler.ts'
import { compile } from '../../src/core/compile/compile.ts'
import { createCompiler } from '../../src/core/compile/compiler.ts'
import type { ModelRow } from '../../src/core/ir/model.ts'
import { createSession } from '../../src/core/session/create.ts'
import { fromOpenAI } from '../../src/core/vendor/openai/read/openai.ts'
import { fromOpenAIResponses } from '../../src/core/vendor/openai/read/openai-responses.ts'

const vllm = {
  id: 'Qwen/Qwen3-32B',
  window: 40_960,
  output: 8_192,
  price: { input: 0, output: 0 },
  cache: { mode: 'implicit', minimum: 16, step: 16 },
  rules: { sampling: true, stop: true },
} as const satisfies ModelRow
const messages = Array.from({ length: 61 }, (_, at) => ({
  role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
  content: `${at} ${'word '.repeat(900)}`,
}))
const options = { target: 'openai-chat', modelRows: [vllm] } as const

describe('a row of the caller', () => {
  test('makes a model known, by its id with and without the name of a server', async () => {
    for (const model of ['Qwen/Qwen3-32B', 'vllm.chat/Qwen/Qwen3-32B', 'qwen3-32b']) {
      const { ok, tokens, diagnostics } = await compile(fromOpenAI(messages), { ...options, model })
      expect([ok, tokens.limit]).toEqual([true, 40_960 - 8_192])
      expect(diagnostics.map(({ code }) => code)).toEqual(['CX4003'])
    }
  })

  test('names the rules of its cache', async () => {
    const [one, two] = [
      await compile(fromOpenAI(messages.slice(0, 2)), { ...options, model: vllm.id }),
      await compile(fromOpenAI(messages.slice(0, 3)), { ...options, model: vllm.id }),
    ]
    const { read, price } = two.cache.against(one)
    expect(read).toBeGreaterThan(1_000)
    expect(read % 16).toBe(0)
    expect(price).toBe(0)
  })

  test('without a cache forecasts no reads', async () => {
    const own = { ...options, model: 'mine', modelRows: [{ id: 'mine', window: 40_000 }] }
    const one = await compile(fromOpenAI(messages.slice(0, 2)), own)
    expect(one.cache.against(one)).toMatchObject({ read: 0, price: null })
  })

  test('wins over ours field by field, and an id over a prefix', async () => {
    const rows: ModelRow[] = [
      { id: 'gpt-5.4', window: 50_000 },
      { prefix: 'gpt-5', window: 30_000, output: 1_000 },
    ]
    const { tokens, cache } = await compile(fromOpenAI(messages), { model: 'gpt-5.4', modelRows: rows })
    expect(tokens.limit).toBe(50_000 - 1_000)
    expect(cache.prices?.input).toBe(2.5)
  })

  test('takes over a row of ours with like', async () => {
    const modelRows = [{ id: 'prod-chat', like: 'gpt-4o' }]
    const { tokens, diagnostics } = await compile(fromOpenAI([]), {
      model: 'prod-chat',
      target: 'openai-chat',
      modelRows,
    })
    expect(tokens.limit).toBe(128_000 - 16_384)
    expect(diagnostics.map(({ code }) => code)).not.toContain('CX4002')
  })

  test.each([
    [[{ id: 'x', windw: 5 }], "modelRows[0] has no option 'windw': did you mean 'window'?"],
    [[{ id: 'x', window: '5' }], "modelRows[0].window must be a whole number of tokens, 1 or more, got '5'"],
    [[{ window: 5 }], "modelRows[0] needs either 'id' or 'prefix', to name its model or models"],
    [
      [{ id: 'x', rules: { samplng: true } }],
      "modelRows[0].rules has no option 'samplng': did you mean 'sampling'?",
    ],
    [
      [{ id: 'x', cache: { mode: 'explict' } }],
      "modelRows[0].cache.mode must be one of explicit, implicit, both, none, got 'explict': did you mean 'explicit'?",
    ],
    [
      [{ id: 'x', like: 'gtp-5.4' }],
      "modelRows[0].like must be a model of the package, got 'gtp-5.4': did you mean 'gpt-5.4'?",
    ],
    [
      [{ id: 'x', price: { input: 1 } }],
      'modelRows[0].price.output is missing: give USD per million tokens, 0 or more',
    ],
    [{ id: 'x' }, 'modelRows must be a list, got an object'],
  ])('refuses what is malformed: %j', async (modelRows, message) => {
    await expect(compile(fromOpenAI([]), { model: 'x', modelRows: modelRows as never })).rejects.toThrow(
      message,
    )
  })

  test('prepares the agent again after a change, and an equal one does not', async () => {
    const compiler = createCompiler({ name: 'a' }, { model: 'mine', target: 'openai-chat' })
    const session = createSession({
      events: messages.map(({ role, content: text }) => ({ author: role === 'user' ? 'user' : 'a', text })),
    })
    const at = (window: number) =>
      compiler.compile(session, { modelRows: [{ id: 'mine', window, output: 1_000 }] })
    const limits = [await at(20_000), await at(30_000), await at(30_000)].map(({ tokens }) => tokens.limit)
    expect(limits).toEqual([19_000, 29_000, 29_000])
    expect((await at(30_000)).work.unitsVisited).toBe(0)
  })

  test('says where instructions stand, so that the forecast leaves them out of the prefix', async () => {
    const conversation = fromOpenAIResponses({
      instructions: 'Be brief.',
      input: [{ role: 'user', content: 'Go on.' }],
      previous_response_id: 'resp_1',
    })
    const pointers = async (rules: ModelRow['rules']) => {
      const row = { id: 'own-gpt', like: 'gpt-6.1-sol', ...(rules && { rules }) } as const satisfies ModelRow
      const given = { target: 'openai', model: 'own-gpt', modelRows: [row] } as const
      return (await compile(conversation, given)).prefix.map(({ pointer }) => pointer)
    }
    expect(await pointers(undefined)).toContain('/instructions')
    expect(await pointers({ systemPlace: 'after-input' })).not.toContain('/instructions')
  })

  test('decides whether the middleware of the AI SDK marks by default', async () => {
    const prompt = [
      { role: 'user' as const, content: [{ type: 'text' as const, text: 'Hello '.repeat(2000) }] },
    ]
    const marked = async (modelRows: readonly ModelRow[]) => {
      const middleware = contextCompiler({ modelRows, budget: 16_000 })
      const model = { provider: 'anthropic.messages', modelId: 'claude-sonnet-5' } as never
      const params = await middleware.transformParams?.({ type: 'generate', params: { prompt }, model })
      return JSON.stringify(params).includes('cacheControl')
    }
    expect(await marked([])).toBe(true)
    expect(await marked([{ id: 'claude-sonnet-5', cache: { mode: 'none', minimum: null } }])).toBe(false)
  })

  test('is an option of compilers for lists of messages', async () => {
    const compiler = createConversationCompiler({ ...options, model: 'Qwen/Qwen3-32B' })
    expect((await compiler.compile(fromOpenAI(messages))).tokens.limit).toBe(40_960 - 8_192)
  })
})

test('a second argument of a function that takes options alone is refused', () => {
  const create = createConversationCompiler as (...given: unknown[]) => unknown
  expect(() => create({ name: 'a' }, { model: 'gpt-5.4' })).toThrow(TypeError)
  expect(() => create({}, { model: 'gpt-5.4' })).toThrow(
    'createConversationCompiler takes one argument, its options: a second one would be ignored',
  )
})
