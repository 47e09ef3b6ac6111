// The begin of a history without a plan (F3): the room is filled, and a larger budget shows no less.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryEvents } from '../../../../test/arbitrary/index.ts'
import { patience } from '../../../../test/laws/runs.ts'
import { createSession } from '../../session/create.ts'
import { fromOpenAI } from '../../vendor/openai/read/openai.ts'
import { compile } from '../compile.ts'
import { createCompiler } from '../compiler.ts'
import type { Compiled } from '../contract/result.ts'

const messages = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: `${at}: ${'Some words of a turn that says a little more. '.repeat(1 + (at % 7))}`,
  }))

const keptBy = ({ ledger }: Compiled): number =>
  ledger.rows.reduce((sum, { from, to, fate }) => sum + (fate === 'kept' ? to - from : 0), 0)

/** Counts the units that are sent, and those that a sent compaction replaces. */
const shownBy = ({ ledger }: Compiled): number =>
  ledger.rows.reduce((sum, { from, to, fate }) => sum + (fate === 'omitted' ? 0 : to - from), 0)

test.each(['gpt-5.4', 'claude-sonnet-5', 'gemini-3.5-flash'])(
  'a first compile fills most of the budget, for %s (F3)',
  async model => {
    const shares: number[] = []
    for (let length = 121; length < 221; length += 4) {
      const { tokens } = await compile(fromOpenAI(messages(length)), { model, budget: 5_000 })
      shares.push(tokens.max / 5_000)
    }
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.75)
    expect(shares.sort((left, right) => left - right)[12]).toBeGreaterThan(0.83)
  },
)

test('a trimmed history counts the units that are kept before its beginning', async () => {
  const seen = new Set<number>()
  for (let length = 61; length < 101; length += 2) {
    const { diagnostics, ledger } = await compile(fromOpenAI(messages(length)), {
      model: 'gpt-5.4',
      budget: 1_200,
    })
    const data = diagnostics.find(({ code }) => code === 'CX4003')?.data
    const opening = ledger.rows.filter(({ reason }) => reason === 'opens-turn').length
    expect(data?.earlier).toBe(opening)
    seen.add(opening)
  }
  expect([...seen].sort()).toEqual([0, 1])
})

test('low: 1 fills the budget until no turn more would fit (F3)', async () => {
  for (const length of [121, 122, 150, 151]) {
    const conversation = fromOpenAI(messages(length))
    for (const input of [1_000, 3_000, 4_500, 5_000]) {
      const result = await compile(conversation, { model: 'gpt-5.4', budget: { input, low: 1 } })
      // A turn has at most 170 tokens.
      expect(result.tokens.max).toBeGreaterThan(input - 200)
      expect(result.tokens.max).toBeLessThanOrEqual(input)
    }
  }
})

test('a larger budget never shows less with low: 1, whatever the session (F3)', {
  timeout: patience(60_000),
}, async () => {
  const budgets = fc.array(fc.integer({ min: 20, max: 1_500 }), { minLength: 2, maxLength: 4 })
  const targets = fc.constantFrom('openai', 'anthropic', 'gemini', 'text' as const)
  await fc.assert(
    fc.asyncProperty(arbitraryEvents(), budgets, targets, async (events, inputs, target) => {
      const session = createSession({ events })
      let before = 0
      for (const input of inputs.toSorted((left, right) => left - right)) {
        const options = { target, budget: { input, low: 1 } } as const
        const shown = shownBy(await compile({ agent: { name: 'agent' }, session }, options))
        expect(shown).toBeGreaterThanOrEqual(before)
        before = shown
      }
    }),
    { numRuns: Number(process.env.CTXC_LAW_RUNS ?? 2_000) / 10 },
  )
})

test('a larger budget never shows less of a conversation by default (F3)', async () => {
  for (const length of [121, 160, 203]) {
    let before = 0
    for (let input = 1_000; input <= 9_000; input += 250) {
      const kept = keptBy(await compile(fromOpenAI(messages(length)), { model: 'gpt-5.4', budget: input }))
      expect(kept).toBeGreaterThanOrEqual(before)
      before = kept
    }
  }
})

test('requests without a plan mostly share a prefix, and a kept compiler equals a new one (F3)', async () => {
  const { agent, session: whole } = fromOpenAI(messages(400))
  const options = { model: 'gpt-5.4', budget: 5_000 } as const
  const compiler = createCompiler({ agent }, options)
  let session = createSession()
  let moved = 0
  let last = ''
  for (let length = 160; length <= 400; length += 2) {
    session = session.append(...whole.events.slice(session.length, length))
    const warm = await compiler.compile(session)
    const cold = await compile({ agent, session: createSession({ events: session.events }) }, options)
    expect(JSON.stringify(warm.request)).toBe(JSON.stringify(cold.request))
    const first = JSON.stringify((warm.request as { input: unknown[] }).input[0])
    if (first !== last) moved++
    last = first
  }
  // A window that slides would move 120 times.
  expect(moved).toBeLessThan(25)
})
