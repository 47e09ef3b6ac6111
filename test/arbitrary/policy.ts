import fc from 'fast-check'
import type { Clause, Policy, Source } from '../../src/core/ir/policy.ts'
import { arbitraryOperation } from './operation.ts'
import { arbitraryOrigins } from './origins.ts'
import { arbitrarySelector } from './selector.ts'

const tokens = fc.constantFrom(1, 50, 200, 1_000)

/** Conditions: none, a key that some sessions have, and a key that none has. */
const conditions = fc.constantFrom<string[][]>([], ['plan'], ['nobody'])

const clause = (depth: number): fc.Arbitrary<Clause> =>
  fc
    .record(
      {
        select: arbitrarySelector(),
        operations: fc.uniqueArray(arbitraryOperation(), { maxLength: 2, selector: ({ op }) => op }),
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

/** Selectors that move on by themselves, whose units are not summarized. */
const sliding: ReadonlySet<Clause['select']['by']> = new Set(['window', 'last', 'recent'])

/** Removes invalid combinations from a clause: contradicting fields, and a lower bound above the upper one. */
function sound({ atLeast, atMost, orElse, ...clause }: Clause): Clause {
  const { select, when, tier, operations } = clause
  if (select.by === 'none') return { kind: 'clause', select, operations: [], when }
  const most = tier === 'critical' || tier === 'archive' ? undefined : atMost
  const mayNotSummarize =
    (tier !== undefined && tier !== 'important') || most !== undefined || sliding.has(select.by)
  const least = atLeast === undefined || tier === 'archive' ? undefined : Math.min(atLeast, most ?? atLeast)
  return {
    ...clause,
    operations:
      tier === 'archive' ? [] : operations.filter(({ op }) => op !== 'summarize' || !mayNotSummarize),
    ...(least !== undefined && { atLeast: least }),
    ...(most !== undefined && { atMost: most }),
    ...(orElse !== undefined && orElse.select.by !== 'none' && { orElse }),
  }
}

const source = (): fc.Arbitrary<Source> =>
  fc
    .record(
      {
        from: arbitraryOrigins(),
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
 * Generates policies: up to three clauses with tiers, bounds, operations and fallbacks for empty clauses, and context
 * blocks of state, relevant units or texts that functions write. Some parts have a condition on a state key.
 */
export const arbitraryPolicy = (): fc.Arbitrary<Policy> =>
  fc
    .tuple(fc.array(clause(2), { minLength: 1, maxLength: 3 }), fc.array(source(), { maxLength: 2 }))
    .map(([clauses, sources]) => [...clauses, ...sources])
