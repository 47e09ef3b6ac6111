import { expect, test } from 'vitest'
import { fromOpenAI } from '../../src/from.ts'
import { type CompileOptions, compile } from '../../src/index.ts'

const turn = (at: number) => ({
  role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
  content:
    `Turn ${at}: the build of the parser failed, and I will look at the file before I change the test. `.repeat(
      5,
    ),
})
const messages = Array.from({ length: 101 }, (_, at) => turn(at))
const compiled = (options: CompileOptions) =>
  compile(fromOpenAI(messages), { target: 'anthropic', model: 'claude-sonnet-4-5', ...options })

test('a request is bounded by what logged usage never exceeded, and by the proven bound if asked', async () => {
  const [usual, measured, proven] = await Promise.all([
    compiled({}),
    compiled({ bound: 'measured' }),
    compiled({ bound: 'proven' }),
  ])
  expect(usual.tokens).toEqual(measured.tokens)
  // Each message may have six tokens more than its estimate, as with the other bound.
  expect(measured.tokens.max - 50 - messages.length * 6).toBeLessThan(measured.tokens.input * 1.15)
  expect(measured.tokens.max).toBeGreaterThanOrEqual(measured.tokens.input * 1.13 + 50)
  expect(proven.tokens.input).toBe(measured.tokens.input)
  expect(proven.tokens.max).toBeGreaterThan(measured.tokens.input * 1.5)
  const { system, tools, schema, messages: history } = measured.tokens.sections
  expect(system.max + tools.max + schema.max + history.max).toBe(measured.tokens.max)
})

test('a budget holds more with each smaller bound, and no bound exceeds it', async () => {
  const budget = { input: 6_000, low: 1 }
  const [usual, covered, measured, proven] = await Promise.all([
    compiled({ budget }),
    compiled({ budget, bound: 'covered' }),
    compiled({ budget, bound: 'measured' }),
    compiled({ budget, bound: 'proven' }),
  ])
  for (const { ok, tokens } of [covered, measured, proven])
    expect([ok, tokens.max <= budget.input]).toEqual([true, true])
  expect(usual.tokens).toEqual(covered.tokens)
  expect(covered.tokens.input).toBeGreaterThan(measured.tokens.input * 1.04)
  expect(measured.tokens.input).toBeGreaterThan(proven.tokens.input * 1.25)
})

test.each([
  ['claude-sonnet-4-5', 0.9],
  ['claude-sonnet-4-0', 1],
  ['claude-sonnet-5', 1],
])('a budget above the window leaves room for requests that exceed the bound (%s)', async (model, share) => {
  const limitOf = async (options: CompileOptions) => (await compiled({ model, ...options })).tokens.limit ?? 0
  const window = await limitOf({})
  expect(await limitOf({ budget: 2_000_000 })).toBe(Math.floor(share * window))
  expect(await limitOf({ budget: 2_000_000, bound: 'measured' })).toBe(window)
  const own = { count: (text: string) => text.length }
  expect(await limitOf({ budget: 2_000_000, count: own })).toBe(window)
  expect(await limitOf({ budget: 50_000 })).toBe(50_000)
})

test('a larger budget never holds less, up to the window and above it', async () => {
  let before = 0
  const long = Array.from({ length: 1_500 }, (_, at) => turn(at))
  for (const input of [140_000, 150_000, 151_200, 160_000, 168_000, 500_000]) {
    const { tokens } = await compile(fromOpenAI(long), {
      ...{ target: 'anthropic', model: 'claude-sonnet-4-5' },
      budget: { input, low: 1 },
    })
    expect(tokens.input).toBeGreaterThanOrEqual(before)
    before = tokens.input
  }
})

test('an unknown promise is refused', async () => {
  await expect(compiled({ bound: 'sure' as never })).rejects.toThrow(
    "bound must be one of covered, measured, proven, got 'sure'",
  )
})
