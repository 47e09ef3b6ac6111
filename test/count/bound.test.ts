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

test('a budget holds more with the measured bound, and neither bound exceeds it', async () => {
  const budget = 6_000
  const measured = await compiled({ budget })
  const proven = await compiled({ budget, bound: 'proven' })
  for (const { ok, tokens } of [measured, proven]) expect([ok, tokens.max <= budget]).toEqual([true, true])
  expect(measured.tokens.input).toBeGreaterThan(proven.tokens.input * 1.25)
})

test('an unknown promise is refused', async () => {
  await expect(compiled({ bound: 'sure' as never })).rejects.toThrow(
    "bound must be one of measured, proven, got 'sure'",
  )
})
