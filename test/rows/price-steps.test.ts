import { describe, expect, test } from 'vitest'
import { preview } from '../../src/cli/preview/preview.ts'
import { compile } from '../../src/core/compile/compile.ts'
import { createCompiler } from '../../src/core/compile/compiler.ts'
import { diff } from '../../src/core/explain/diff.ts'
import { priceOf } from '../../src/core/explain/price-of.ts'
import type { ModelRow } from '../../src/core/ir/model.ts'
import { createSession } from '../../src/core/session/create.ts'

const helper = { name: 'helper' } as const
const words = (count: number, author = 'user') => ({ author, text: 'word '.repeat(count) })
const session = (thousands: number) =>
  createSession({
    events: Array.from({ length: thousands }, (_, at) =>
      words(1_000, at % 2 === thousands % 2 ? 'helper' : 'user'),
    ),
  })

/** A model with a step so low that small tests cross it. */
const row: ModelRow = {
  id: 'gpt-6.1-sol',
  price: { input: 2, output: 10, cacheRead: 0.1, steps: [{ over: 5_000, input: 4, output: 15 }] },
}
const low = { model: 'gpt-6.1-sol', modelRows: [row] } as const

describe('a price step', () => {
  test.each([
    ['gpt-6.1-sol', 273, 2, 4],
    ['claude-haiku-5-5', 120, 0.1, 0.5],
    ['gemini-2.5-pro', 210, 1.25, 2.5],
  ])('is in the price of a request to %s that crosses it', async (model, thousands, before, after) => {
    const [below, above] = [
      await compile(helper, session(20), { model }),
      await compile(helper, session(thousands), { model }),
    ]
    expect([below.cache.prices?.input, above.cache.prices?.input]).toEqual([before, after])
    expect(above.ok).toBe(true)
    expect(below.diagnostics.map(({ code }) => code)).not.toContain('CX4006')
    const { data } = above.diagnostics.find(({ code }) => code === 'CX4006') ?? {}
    expect(data).toMatchObject({ model, before: { input: before }, after: { input: after } })
  })

  test('drops nothing, and is reported by the first request above it alone', async () => {
    const compiler = createCompiler(helper, low)
    let now = session(4)
    let plan = null
    const reported: string[][] = []
    for (let call = 0; call < 4; call++) {
      const result = await compiler.compile(now, { plan })
      expect(result.ledger.rows.every(({ fate }) => fate === 'kept')).toBe(true)
      reported.push(result.diagnostics.map(({ code }) => code))
      plan = result.plan
      now = now.append(words(1_000))
    }
    expect(reported).toEqual([[], ['CX4006'], [], []])
  })

  test("with 'stay' is a limit at which room is made", async () => {
    const { ok, tokens, diagnostics, cache } = await compile(helper, session(9), {
      ...low,
      budget: { priceStep: 'stay' },
    })
    expect([ok, tokens.limit, cache.prices?.input]).toEqual([true, 5_000, 2])
    expect(diagnostics.map(({ code }) => code)).toEqual(['CX4003'])
  })

  test("with 'stay' leaves a smaller budget as it is, and limits no model without steps", async () => {
    const smaller = await compile(helper, session(9), { ...low, budget: { input: 3_000, priceStep: 'stay' } })
    expect(smaller.tokens.limit).toBe(3_000)
    const without = await compile(helper, session(2), { model: 'gpt-4o', budget: { priceStep: 'stay' } })
    expect(without.tokens.limit).toBe(128_000 - 16_384)
  })

  test('is in preview, in the forecast and in the cost of a difference', async () => {
    const { agents } = await preview(helper, session(9), low)
    const [one, two] = [await compile(helper, session(9), low), await compile(helper, session(10), low)]
    expect(agents[0]?.price).toBeCloseTo((one.tokens.input * 5) / 1e6, 5)
    // Reads rise as the input does.
    const { read, written, uncached, price } = two.cache.against(one)
    expect(price).toBeCloseTo((read * 0.2 + written * 5 + uncached * 4) / 1e6, 10)
    const other = await compile({ ...helper, instruction: 'Other.' }, session(9), low)
    const { unread, price: extra } = diff(one, other)
    expect(extra).toBeCloseTo(((unread ?? 0) * (5 - 0.2)) / 1e6, 10)
  })

  test('is refused if it does not rise, or is no step', async () => {
    const steps = [
      { over: 10, input: 1, output: 1 },
      { over: 10, input: 1, output: 1 },
    ]
    const bad = { ...row, price: { input: 1, output: 1, steps } }
    await expect(compile(helper, session(1), { ...low, modelRows: [bad] })).rejects.toThrow(
      'modelRows[0].price.steps[1].over must be more than the step before, got 10',
    )
    await expect(
      compile(helper, session(1), { ...low, budget: { priceStep: 'stop' as 'stay' } }),
    ).rejects.toThrow("budget.priceStep must be one of stay, cross, got 'stop'")
  })
})

describe('priceOf', () => {
  const usage = {
    inputTokens: 90_000,
    outputTokens: 2_000,
    cacheReadTokens: 60_000,
    cacheWriteTokens: 20_000,
  }

  test('has the price of each part of a usage, by the row of its model', () => {
    expect(priceOf(usage, 'claude-sonnet-5-5')).toEqual({
      input: 0.02,
      output: 0.02,
      cacheRead: 0.006,
      cacheWrite: 0.05,
      usd: expect.closeTo(0.096, 10),
      step: null,
      why: null,
    })
  })

  test('obeys steps and lifetimes of writes', () => {
    const long = { ...usage, inputTokens: 110_000, longCacheWriteTokens: 5_000 }
    const { usd, step, cacheWrite, cacheRead } = priceOf(long, 'claude-haiku-5-5')
    expect(step).toBe(100_000)
    expect(cacheRead).toBeCloseTo(60_000 * 0.05e-6, 12)
    expect(cacheWrite).toBeCloseTo(15_000 * 0.625e-6 + 5_000 * 1e-6, 12)
    expect(usd).toBeCloseTo(30_000 * 0.5e-6 + 2_000 * 2.5e-6 + 60_000 * 0.05e-6 + 0.009375 + 0.005, 10)
    expect(priceOf(usage, 'gpt-6.2-astra', { ttl: '12h' }).cacheWrite).toBeCloseTo(20_000 * 20e-6, 12)
    expect(priceOf(usage, 'gpt-6.2-astra').cacheWrite).toBeCloseTo(20_000 * 10e-6, 12)
  })

  test('is a number also where the first prices are free', () => {
    const row = {
      id: 'free-first',
      price: { input: 0, output: 0, cacheRead: 0, steps: [{ over: 10, input: 1, output: 2 }] },
    } as const
    const usage = { inputTokens: 1_000_000, outputTokens: 0, cacheReadTokens: 1000 }
    expect(priceOf(usage, 'free-first', { modelRows: [row] }).usd).toBeCloseTo(0.999)
  })

  test('has a reason in place of a price that is not known, and takes rows', () => {
    expect(priceOf(usage, 'gpt-4o')).toMatchObject({ usd: expect.any(Number), why: null })
    expect(priceOf(usage, 'mystery').why).toBe("the price of 'mystery' is not known")
    const modelRows = [{ id: 'mystery', price: { input: 1, output: 1 } }]
    expect(priceOf(usage, 'mystery', { modelRows })).toMatchObject({
      usd: null,
      why: "what 'mystery' costs to read from the cache is not known",
    })
    expect(priceOf({ inputTokens: 1e6, outputTokens: 0 }, 'mystery', { modelRows }).usd).toBe(1)
  })

  test('refuses what is no usage and no option', () => {
    expect(() => priceOf({} as never, 'gpt-4o')).toThrow(TypeError)
    expect(() => priceOf(usage, '' as never)).toThrow(TypeError)
    expect(() => priceOf(usage, 'gpt-4o', { modelRow: [] } as never)).toThrow(
      "priceOf has no option 'modelRow': did you mean 'modelRows'?",
    )
  })
})
