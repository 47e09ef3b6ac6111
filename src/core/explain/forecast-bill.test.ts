import { describe, expect, test } from 'vitest'
import { compile } from '../compile/compile.ts'
import { createSession } from '../session/create.ts'
import { forecastBill } from './forecast-bill.ts'
import { priceOf } from './price-of.ts'

const model = 'claude-opus-5-5'
const helper = {
  name: 'helper',
  staticInstruction: 'Answer in full sentences, and name your sources. '.repeat(300),
}
const said = createSession({ events: [{ author: 'user', text: 'What is a budget? '.repeat(100) }] })
const grown = said.append({ author: 'helper', text: 'A limit.' }, { author: 'user', text: 'And an aim?' })
const one = await compile(helper, said, { model, cache: 'mark' })
const two = await compile(helper, grown, { model, cache: 'mark', plan: one.plan })
const minute = 60_000

describe('forecastBill', () => {
  test('a call is split as the forecast of its cache splits it', () => {
    const { read, written, uncached, price } = two.cache.against(one)
    const { usd, calls } = forecastBill(two, { earlier: one })
    const tokens = {
      inputTokens: read + written + uncached,
      cacheReadTokens: read,
      cacheWriteTokens: written,
    }
    expect(calls).toEqual([{ ...tokens, outputTokens: 0 }])
    expect(usd).toBeCloseTo(price as number, 8)
  })

  test('output and repeated reasoning have the price of output', () => {
    const plain = forecastBill(two, { earlier: one }).usd as number
    const { usd, calls } = forecastBill(two, { earlier: one, output: 1_000, rethought: 500 })
    expect((usd as number) - plain).toBeCloseTo((1_500 * 20) / 1e6, 8)
    expect(calls[0]).toMatchObject({ outputTokens: 1_500, reasoningTokens: 500 })
  })

  test('each further call reads all before it, and writes what was added', () => {
    const { usd, calls } = forecastBill(two, { earlier: one, output: 200, added: 800, calls: 3 })
    const [first, second, third] = calls
    expect(second?.inputTokens).toBe((first?.inputTokens ?? 0) + 1_000)
    expect(second?.cacheReadTokens).toBe(two.cache.kept().tokens)
    expect(third?.cacheReadTokens).toBe((second?.cacheReadTokens ?? 0) + 1_000)
    expect(third?.cacheWriteTokens).toBe(1_000)
    expect(usd).toBeCloseTo(
      calls.reduce((sum, usage) => sum + (priceOf(usage, model).usd ?? 0), 0),
      8,
    )
  })

  test('a pause longer than the lifetime makes the cache cold and a step of the history free', () => {
    const warm = forecastBill(two, { earlier: one, idle: 5 * minute })
    const cold = forecastBill(two, { earlier: one, idle: 5 * minute + 1 })
    expect([warm.isCold, cold.isCold, cold.step]).toEqual([false, true, 0])
    expect(warm.step).toBeGreaterThan(0)
    expect(cold.calls[0]?.cacheReadTokens).toBe(0)
    expect((cold.usd as number) - (warm.usd as number)).toBeCloseTo(warm.step as number, 8)
  })

  test('an answer that reported no cached tokens does not make the cache cold', () => {
    const usage = { inputTokens: one.tokens.input, outputTokens: 10, cacheReadTokens: 0 }
    const { calls, isCold } = forecastBill(two, { earlier: one, usage })
    expect(isCold).toBe(false)
    expect(calls[0]?.cacheReadTokens).toBe(two.cache.against(one).read)
  })

  test('the lifetime of the earlier request counts', async () => {
    const long = await compile(helper, said, { model, cache: { ttl: '1h' } })
    expect(forecastBill(two, { earlier: long, idle: 59 * minute }).isCold).toBe(false)
    expect(forecastBill(two, { earlier: long, idle: 61 * minute }).isCold).toBe(true)
  })

  test('a cache whose provider states no lifetime is never certainly cold', async () => {
    const options = { model: 'gpt-5.4', target: 'openai-chat' } as const
    const before = await compile(helper, said, options)
    const now = await compile(helper, grown, { ...options, plan: before.plan })
    expect(forecastBill(now, { earlier: before, idle: 1e12 }).isCold).toBe(false)
  })

  test('the reported size of the earlier request corrects the estimate', () => {
    const usage = { inputTokens: 1.2 * one.tokens.input, outputTokens: 10 }
    const [call] = forecastBill(two, { earlier: one, usage, tokens: 8_000 }).calls
    expect(call?.cacheReadTokens).toBe(Math.round(two.cache.against(one).read * 1.2))
    expect(call?.inputTokens).toBe(8_000)
    expect((call?.cacheReadTokens ?? 0) + (call?.cacheWriteTokens ?? 0)).toBeLessThanOrEqual(8_000)
  })

  test('a model without known prices has a bill without a price', async () => {
    const result = await compile(helper, said, { model: 'own-model', target: 'openai-chat' })
    expect(forecastBill(result)).toMatchObject({
      usd: null,
      step: null,
      why: "the price of 'own-model' is not known",
    })
  })
})
