import fc from 'fast-check'
import type { Clause, Operation, Origins, Policy, Selector, Source } from '../../ir/policy.ts'

const few = fc.integer({ min: 1, max: 4 })
const agents = fc.subarray(['agent', 'helper', 'weather'], { minLength: 1 })
const authors = fc.subarray(['agent', 'helper', 'user', 'weather'], { minLength: 1 })

const selector = (): fc.Arbitrary<Selector> =>
  fc.oneof(
    fc.constantFrom<Selector[]>({ by: 'all' }, { by: 'none' }, { by: 'users' }),
    fc.record({ by: fc.constant('window' as const), turns: few, slack: fc.nat(3) }),
    fc.record({ by: fc.constant('last' as const), units: few, slack: fc.nat(3) }),
    fc.record({ by: fc.constant('first' as const), units: few }),
    fc.record({
      by: fc.constant('recent' as const),
      halfLife: few,
      minScore: fc.constantFrom(0.9, 0.5, 0.1),
    }),
    fc.record({ by: fc.constantFrom('agents' as const, 'other-agents' as const), names: agents }),
    fc.record({
      by: fc.constant('where' as const),
      where: fc
        .record(
          {
            author: authors,
            role: fc.constantFrom('user' as const, 'model' as const, 'tool' as const, 'developer' as const),
            type: fc.constantFrom(
              'text' as const,
              'tool-call' as const,
              'reasoning' as const,
              'file' as const,
            ),
            tool: fc.constantFrom('search', 'ghost'),
            tag: fc.constantFrom('note', 'x'),
          },
          { requiredKeys: [] },
        )
        .filter(asked => Object.keys(asked).length > 0),
    }),
  )

const operation = (): fc.Arbitrary<Operation> =>
  fc.oneof(
    fc
      .record({
        over: fc.constantFrom(1, 20, 200),
        olderThan: fc.option(fc.nat(3), { nil: undefined }),
        olderThanSteps: fc.option(fc.nat(3), { nil: undefined }),
      })
      .map(
        ({ over, olderThan, olderThanSteps }): Operation => ({
          op: 'compact',
          over,
          ...(olderThan !== undefined && { olderThan }),
          ...(olderThanSteps !== undefined && { olderThanSteps }),
        }),
      ),
    fc.record({
      op: fc.constant('truncate' as const),
      tokens: fc.constantFrom(1, 10, 100),
      keep: fc.constantFrom('head' as const, 'tail' as const, 'both' as const),
    }),
    fc.constantFrom<Operation[]>(
      { op: 'project', keep: ['ok', 'items.*.id'] },
      { op: 'project', omit: ['query'] },
      { op: 'dedupe', which: 'exact' },
      { op: 'dedupe', which: 'superseded' },
      { op: 'render', as: 'text' },
    ),
  )

const tokens = fc.constantFrom(1, 50, 200, 1_000)

/** A key that some sessions hold, and one that none does. */
const conditions = fc.constantFrom<string[][]>([], ['plan'], ['nobody'])

const clause = (depth: number): fc.Arbitrary<Clause> =>
  fc
    .record(
      {
        select: selector(),
        operations: fc.uniqueArray(operation(), { maxLength: 2, selector: ({ op }) => op }),
        tier: fc.constantFrom(
          'critical' as const,
          'important' as const,
          'supplementary' as const,
          'supplementary' as const,
          'archive' as const,
        ),
        atLeast: tokens,
        atMost: tokens,
        when: conditions,
        ...(depth > 0 && { orElse: clause(depth - 1) }),
      },
      { requiredKeys: ['select', 'operations'] },
    )
    .map((made): Clause => sound({ kind: 'clause', when: [], ...made }))

/** Drops what no clause may hold: fields that contradict each other, and bounds that cross. */
function sound({ atLeast, atMost, orElse, ...clause }: Clause): Clause {
  const { select, when, tier, operations } = clause
  if (select.by === 'none') return { kind: 'clause', select, operations: [], when }
  const most = tier === 'critical' || tier === 'archive' ? undefined : atMost
  const least = atLeast === undefined || tier === 'archive' ? undefined : Math.min(atLeast, most ?? atLeast)
  return {
    ...clause,
    operations: tier === 'archive' ? [] : operations,
    ...(least !== undefined && { atLeast: least }),
    ...(most !== undefined && { atMost: most }),
    ...(orElse !== undefined && orElse.select.by !== 'none' && { orElse }),
  }
}

const source = (): fc.Arbitrary<Source> =>
  fc
    .record(
      {
        from: fc.constantFrom<Origins[]>(
          { source: 'state', keys: ['intent', 'plan'] },
          { source: 'template', text: 'The intent is {intent?}, the plan {plan|none}. </context:0>' },
          { source: 'notes', key: 'notes', format: 'checklist' },
          { source: 'artifact', name: 'manual' },
          { source: 'relevant', top: 2, scorer: 'words' },
          { source: 'relevant', top: 5, scorer: 'words', query: 'search for the weather' },
          { source: 'relevant', top: 3, scorer: 'words', queryKey: 'intent' },
          { source: 'relevant', top: 2, scorer: 'embeddings' },
        ),
        tier: fc.constantFrom(
          'critical' as const,
          'important' as const,
          'supplementary' as const,
          'archive' as const,
        ),
        atMost: tokens,
        when: conditions,
      },
      { requiredKeys: ['from'] },
    )
    .map((made): Source => ({ kind: 'source', when: [], ...made }))

/**
 * Policies: up to three clauses, with tiers, bounds, operations, and clauses that stand for empty ones, and
 * words of the state, or what is relevant, beside them; some of it only where the state has a key.
 *
 * @example
 * import fc from 'fast-check'
 * import { arbitraryPolicy } from 'ctxc/testing/arbitrary'
 *
 * fc.assert(fc.property(arbitraryPolicy(), policy => policy.length > 0))
 */
export const arbitraryPolicy = (): fc.Arbitrary<Policy> =>
  fc
    .tuple(fc.array(clause(2), { minLength: 1, maxLength: 3 }), fc.array(source(), { maxLength: 2 }))
    .map(([clauses, sources]) => [...clauses, ...sources])
