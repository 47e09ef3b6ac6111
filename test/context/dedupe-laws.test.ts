// A reference replaces a repeated result only if the result that it names shows as much: on generated sessions and policies.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Clause, Operation } from '../../src/core/ir/policy.ts'
import { agent, type C, compile, createSession, type EventInput } from '../../src/index.ts'
import { complaints } from '../agent/complaints.ts'
import { parameters } from '../laws/runs.ts'

const file = (name: string): string => {
  const text = JSON.stringify({ name, lines: Array.from({ length: 40 }, (_, at) => `line ${at} of ${name}`) })
  return name === 'A' ? text.toUpperCase().replaceAll(' ', '  \n ') : text
}

const folded = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ')

/** The same few results, over and over, also in capitals with more blanks, with users between them. */
const sessions = fc.array(fc.constantFrom('a', 'b', 'A', 'user'), { minLength: 2, maxLength: 14 }).map(said =>
  said.flatMap((name, at): EventInput[] =>
    name === 'user'
      ? [{ author: 'user', text: `go ${at}` }]
      : [
          {
            author: 'bot',
            response: `r${at}`,
            parts: [{ kind: 'tool-call', id: `c${at}`, name: 'read', arguments: { name } }],
          },
          {
            author: 'tool',
            parts: [
              {
                kind: 'tool-result',
                id: `c${at}`,
                name: 'read',
                content: [{ kind: 'text', text: file(name) }],
              },
            ],
          },
        ],
  ),
)

const operations: fc.Arbitrary<readonly Operation[]> = fc.uniqueArray(
  fc.constantFrom<Operation>(
    { op: 'dedupe', which: 'exact' },
    { op: 'dedupe', which: 'exact' },
    { op: 'dedupe', which: 'alike' },
    { op: 'dedupe', which: 'alike' },
    { op: 'dedupe', which: 'superseded' },
    { op: 'truncate', tokens: 30, keep: 'head' },
    { op: 'truncate', tokens: 5, keep: 'head' },
    { op: 'project', keep: ['name'] },
    { op: 'compact', over: 100, olderThan: 1 },
    { op: 'compact', over: 100, olderThan: 0 },
    { op: 'compact', over: 100 },
  ),
  { selector: ({ op }) => op, maxLength: 3 },
)

const select: fc.Arbitrary<Clause['select']> = fc.oneof(
  fc.constant({ by: 'all' } as const),
  fc.record({ by: fc.constant('first' as const), units: fc.integer({ min: 1, max: 6 }) }),
  fc.record({
    by: fc.constant('last' as const),
    units: fc.integer({ min: 1, max: 6 }),
    slack: fc.constant(0),
  }),
)

const policies = fc.array(
  fc.record({ kind: fc.constant('clause' as const), select, operations, when: fc.constant([]) }),
  { minLength: 1, maxLength: 3 },
)

/** Returns the sent result of each call, by the call's id. */
async function answersOf(context: readonly Clause[], events: readonly EventInput[], budget: number) {
  const program = agent({ name: 'bot', identity: false, context: context as C.ContextInput })
  const { request } = await compile(program, createSession({ events }), { target: 'openai-chat', budget })
  const messages = (request?.messages ?? []) as readonly { tool_call_id?: string; content?: unknown }[]
  return new Map(
    messages.flatMap(({ tool_call_id: id, content }) => (id === undefined ? [] : [[id, String(content)]])),
  )
}

const reference = /^\[The same result as before(, up to blanks and case)?: (\d+)\.0\.\]$/
const withoutHandle = (text: string): string => text.replace(/\b\d+\.0\b/g, 'H')

test('the result that a reference names shows as much as the repeat would', async () => {
  let [references, likes] = [0, 0]
  const property = fc.asyncProperty(
    policies,
    sessions,
    fc.constantFrom(1_000, 90_000),
    async (context, events, budget) => {
      const plain = context.map(clause => ({
        ...clause,
        operations: clause.operations.filter(({ op }) => op !== 'dedupe'),
      }))
      // If several clauses select a unit, dedupe decides which of them applies, so only a single clause has a comparison.
      const told = await answersOf(context, events, budget)
      const whole = context.length === 1 ? await answersOf(plain, events, 90_000) : null
      for (const [id, answer] of told) {
        expect(answer).not.toMatch(/^\[The same result as before.*: \d+\.0(?!\.\]$)/)
        const [, alike, seq] = reference.exec(answer) ?? []
        if (seq === undefined) continue
        references++
        const [part] = (events[Number(seq)] as { parts: readonly { id: string }[] }).parts
        const there = told.get((part as { id: string }).id)
        expect(there, 'it is shown').toBeDefined()
        expect(there, 'and is no reference').not.toMatch(/^\[(?:The same result|Out of date)/)
        const own = whole?.get(id)
        const fold = alike === undefined ? withoutHandle : folded
        if (alike !== undefined) likes++
        if (own !== undefined && budget > 1_000) expect(fold(there as string)).toBe(fold(own))
      }
    },
  )
  await fc.assert(property, { numRuns: Math.ceil(parameters.numRuns / 4), seed: parameters.seed })
  expect(references).toBeGreaterThan(100)
  expect(likes).toBeGreaterThan(20)
})

test('sessions with deduplicated results keep the laws while they grow', { timeout: 600_000 }, async () => {
  const cuts = fc.array(fc.nat(40), { minLength: 2, maxLength: 5 })
  const budgets = fc.constantFrom(1_000, 2_000, 90_000)
  const property = fc.asyncProperty(
    policies,
    sessions,
    budgets,
    cuts,
    async (context, events, budget, at) => {
      const program = agent({ name: 'bot', identity: false, context: context as C.ContextInput })
      expect(await complaints(program, events, { target: 'openai-chat', budget }, at)).toEqual([])
    },
  )
  await fc.assert(property, { numRuns: Math.ceil(parameters.numRuns / 10), seed: parameters.seed })
})
