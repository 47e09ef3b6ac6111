import { describe, expect, test } from 'vitest'
import { compile } from '../../src/core/compile/compile.ts'
import type { TargetName } from '../../src/core/ir/target-name.ts'
import { fromOpenAI } from '../../src/core/vendor/openai/read/openai.ts'

const turns = (count: number, words: number) =>
  Array.from({ length: count }, (_, at) => ({
    role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: `${at} ${'word '.repeat(words)}`,
  }))

describe.each(['openai-chat', 'ai-sdk', 'text'] as const satisfies readonly TargetName[])('%s', target => {
  test('an open model is limited by its own window, with and without the name of a server', async () => {
    const messages = [...turns(20, 22_000), { role: 'user' as const, content: 'now' }]
    for (const model of ['kimi-k2.6', 'together.chat/moonshotai/kimi-k2.6']) {
      const { ok, tokens, diagnostics } = await compile(fromOpenAI(messages), { model, target })
      expect([ok, tokens.limit]).toEqual([true, 262_144 - 32_000])
      expect(tokens.max).toBeLessThanOrEqual(262_144 - 32_000)
      expect(diagnostics.map(({ code }) => code)).not.toContain('CX4002')
    }
  })
})

test('a model whose window nobody published has no limit, and says so', async () => {
  const { tokens, diagnostics } = await compile(fromOpenAI(turns(1, 1)), {
    model: 'mistral-large-2512',
    target: 'openai-chat',
  })
  expect(tokens.limit).toBeNull()
  expect(diagnostics.map(({ code }) => code)).toEqual(['CX4002'])
})

test('the cache of an open model finds any beginning, and its reads have the price of its row', async () => {
  const at = (more: number) =>
    compile(fromOpenAI(turns(1 + more, 5_000)), { model: 'deepseek-v4-pro', target: 'openai-chat' })
  const [one, two] = [await at(0), await at(2)]
  const { read, uncached, price } = two.cache.against(one)
  expect(read).toBeGreaterThan(4_000)
  expect(price).toBeCloseTo((read * 0.0036 + uncached * 0.435) / 1e6, 10)
})
