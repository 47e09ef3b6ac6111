import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { targetNames } from '../../src/core/ir/target-name.ts'
import {
  type Compiled,
  type CompileOptions,
  compile,
  createCompiler,
  createSession,
} from '../../src/index.ts'
import { laws } from '../laws/all.ts'
import { type Case, cases, conversationOf, countOf, outcomeOf } from '../laws/case.ts'
import { copy } from '../laws/law.ts'
import { parameters } from '../laws/runs.ts'
import { byLetters, lettersOf } from './letters.ts'
import { recaller } from './recall.ts'

vi.mock(import('../../src/core/compile/fit/choose-history.ts'), async original => {
  const [actual, { recalling }] = await Promise.all([original(), import('./recall.ts')])
  return { ...actual, chooseHistory: recalling(actual.chooseHistory) }
})

/** Fails for some texts, always the same ones. */
const { handler: embed } = byLetters({
  run: async ({ texts }) => texts.map(text => (text.length % 5 === 0 ? [] : lettersOf(text))),
})

/** A case in which something is asked for. */
const asking = (given: Case): Case => {
  const { target = 'openai' } = given.options
  const count = { id: 'counter', target, run: async () => 1_000 }
  return {
    ...given,
    agent: { ...given.agent, name: recaller },
    options: { ...given.options, effects: { embed, count, concurrency: 2 } },
  }
}

const everything = ({ names: _, work: __, map, ledger, units, prefix, ...rest }: Compiled): string =>
  JSON.stringify([rest, map, ledger, units, prefix])

const runs = { ...parameters, numRuns: Math.ceil(parameters.numRuns / 10) }
const cuts = fc.array(fc.nat(80), { minLength: 4, maxLength: 4 })

/** A session that grows, whose effects are appended: what a compiler that keeps its work gives is what a cold one does. */
async function growing(given: Case, at: readonly number[]): Promise<number> {
  const whole = conversationOf(given)
  const events = [...whole.session.events]
  const options: CompileOptions = { ...copy(given.options), ...countOf(given) }
  const compiler = createCompiler(whole, options)
  let session = createSession()
  let taken = 0
  let outcomes = 0
  for (const length of at.map(cut => cut % (events.length + 1)).sort((left, right) => left - right)) {
    // Events that take back or sum up name others by their place, which is another one here.
    const next = events.slice(taken, length).filter(({ actions }) => !actions?.rewind && !actions?.compaction)
    taken = Math.max(taken, length)
    session = session.append(...next)
    const warm = await compiler.compile(session)
    // As it comes back from where it was kept; other events here hold what JSON cannot.
    const stored = createSession({
      events: session.events.map(event =>
        event.actions?.effect ? JSON.parse(JSON.stringify(event)) : copy(event),
      ),
    })
    const cold: Compiled = await compile({ ...whole, session: stored }, options)
    expect(everything(warm)).toBe(everything(cold))
    outcomes += warm.events.length
    session = session.append(...warm.events)
    const again = await compiler.compile(session)
    expect([JSON.stringify(again.request), again.events]).toEqual([JSON.stringify(warm.request), []])
    expect([again.diagnostics, again.ledger]).toEqual([warm.diagnostics, warm.ledger])
  }
  return outcomes
}

describe.each(targetNames)('sessions with effects, on %s', target => {
  test('keep the laws', async () => {
    const property = fc.asyncProperty(cases(target).map(asking), async input => {
      const outcome = await outcomeOf(input)
      for (const law of laws) expect([law.name, await law.check(outcome)]).toEqual([law.name, []])
    })
    await fc.assert(property, runs)
  }, 3_600_000)

  test('compile incrementally as cold, and request nothing again', async () => {
    let outcomes = 0
    const property = fc.asyncProperty(cases(target).map(asking), cuts, async (input, at) => {
      outcomes += await growing(input, at)
    })
    await fc.assert(property, { ...runs, numRuns: Math.ceil(runs.numRuns / 4) })
    expect(outcomes).toBeGreaterThan(runs.numRuns / 4)
  }, 3_600_000)
})
