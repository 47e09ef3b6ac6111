// Selection by a policy, compared with an independent reference.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Clause, PolicyNode } from '../../src/core/ir/policy.ts'
import { agent, type Compiled, compile, createSession } from '../../src/index.ts'
import { arbitraryEvents, arbitraryPolicy } from '../arbitrary/index.ts'
import { parameters } from '../laws/runs.ts'
import { selectedBy } from './reference.ts'

const outside = new Set(['not-selected', 'slid-out', 'archived'])

/** Ordinals of the units that a ledger says are outside the policy. */
const leftOut = ({ ledger }: Compiled): number[] =>
  ledger.rows.flatMap(({ from, to, reason }) =>
    outside.has(reason) ? Array.from({ length: to - from }, (_, index) => from + index) : [],
  )

/** Events without summaries: a summary replaces units that a policy may select in part. */
const withoutSummaries = arbitraryEvents().map(events => events.filter(({ actions }) => !actions?.compaction))

const unbound = ({ atMost: _, orElse, ...clause }: Clause): Clause => ({
  ...clause,
  ...(orElse && { orElse: unbound(orElse) }),
})

/** Policies without bounds, and without `relevant`, which shows units that no clause selects. */
const withoutBounds = arbitraryPolicy().map(policy =>
  policy.flatMap((node): PolicyNode[] => {
    if (node.kind === 'clause') return [unbound(node)]
    return node.from.source === 'relevant' ? [] : [node]
  }),
)

test('a request shows the selected, critical and current units, and no others', async () => {
  const property = fc.asyncProperty(withoutBounds, withoutSummaries, async (context, events) => {
    const session = createSession({ events, state: { plan: 'to stay' } })
    const result = await compile(agent({ name: 'agent', context }), session, { target: 'text' })
    const selected = selectedBy(context, session)
    const { rows } = session.units
    const expected = Array.from({ length: rows.length }, (_, unit) => unit).filter(
      unit => !rows.isHidden(unit) && !selected.has(unit),
    )
    expect(leftOut(result).filter(unit => !rows.isHidden(unit))).toEqual(expected)
  })
  await fc.assert(property, { numRuns: Math.ceil(parameters.numRuns / 4), seed: parameters.seed })
})

describe('the selection of one clause', () => {
  const events = [
    { author: 'user', text: 'one' },
    { author: 'agent', text: 'first answer' },
    { author: 'user', text: 'two' },
    { author: 'helper', text: 'second answer', visibility: 'internal' as const },
    { author: 'user', text: 'three' },
    { author: 'agent', text: 'third answer' },
    { author: 'user', text: 'four' },
  ]
  const session = createSession({ events })
  const shownBy = async (...clauses: Clause['select'][]): Promise<string> => {
    const program = agent({ name: 'agent', identity: false, context: clauses.map(clause) })
    const { request } = await compile(program, session, { target: 'openai-chat' })
    // Another agent's words are quoted.
    return (request?.messages ?? [])
      .map(({ content }) => String(content).replace(/<[^>]*>|\n/g, ''))
      .join(' | ')
  }
  const clause = (select: Clause['select']): Clause => ({ kind: 'clause', select, operations: [], when: [] })

  test.each([
    [{ by: 'all' }, 'one | first answer | two | second answer | three | third answer | four'],
    [{ by: 'none' }, 'four'],
    [{ by: 'users' }, 'one | two | three | four'],
    [{ by: 'window', turns: 2, slack: 0 }, 'three | third answer | four'],
    [{ by: 'last', units: 2, slack: 0 }, 'third answer | four'],
    [{ by: 'first', units: 2 }, 'one | first answer | four'],
    [{ by: 'last', units: 1, slack: 0, of: { author: 'helper' } }, 'second answer | four'],
    [{ by: 'last', units: 2, slack: 0, of: { role: 'user' } }, 'three | four'],
    [{ by: 'last', units: 2, slack: 2, of: { role: 'user' } }, 'three | four'],
    [{ by: 'last', units: 1, slack: 2, of: { role: 'user' } }, 'three | four'],
    [{ by: 'first', units: 1, of: { role: 'model' } }, 'first answer | four'],
    [{ by: 'first', units: 9, of: { author: 'nobody' } }, 'four'],
    [{ by: 'agents', names: ['helper'] }, 'one | two | second answer | three | four'],
    [{ by: 'other-agents', names: ['helper'] }, 'one | first answer | two | three | third answer | four'],
    [{ by: 'where', where: { author: 'helper' } }, 'second answer | four'],
    [{ by: 'where', where: { visibility: 'internal' } }, 'second answer | four'],
    [
      { by: 'where', where: { visibility: 'user' } },
      'one | first answer | two | three | third answer | four',
    ],
  ] as const)('%j', async (select, shown) => {
    expect(await shownBy(select)).toBe(shown)
  })

  test('joins with others without repeats, in order', async () => {
    const shown = await shownBy({ by: 'last', units: 3, slack: 0 }, { by: 'users' }, { by: 'all' })
    expect(shown).toBe('one | first answer | two | second answer | three | third answer | four')
    expect(await shownBy({ by: 'last', units: 2, slack: 0 }, { by: 'first', units: 1 })).toBe(
      'one | third answer | four',
    )
  })
})
