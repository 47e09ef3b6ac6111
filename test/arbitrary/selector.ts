import fc from 'fast-check'
import type { Selector, SelectorOf } from '../../src/core/ir/policy.ts'

const few = fc.integer({ min: 1, max: 4 })
const agents = fc.subarray(['agent', 'helper', 'weather'], { minLength: 1 })
const authors = fc.subarray(['agent', 'helper', 'user', 'weather'], { minLength: 1 })

/** Conditions on a unit. */
const conditions = fc
  .record(
    {
      author: fc.oneof(authors, fc.constantFrom('user', 'helper')),
      role: fc.constantFrom('user', 'model', 'tool', 'developer'),
      type: fc.constantFrom('text', 'tool-call', 'reasoning', 'file'),
      tool: fc.constantFrom('search', 'ghost'),
      tag: fc.constantFrom('note', 'x'),
      visibility: fc.constantFrom('user', 'internal'),
      id: fc.constantFrom('m3', 'm7'),
    },
    { requiredKeys: [] },
  )
  .filter(asked => Object.keys(asked).length > 0)

/** Generators of selectors by kind. */
const selectors: { readonly [By in Selector['by']]: fc.Arbitrary<SelectorOf<By>> } = {
  all: fc.constant({ by: 'all' }),
  none: fc.constant({ by: 'none' }),
  window: fc.record({ by: fc.constant('window'), turns: few, slack: fc.nat(3) }),
  last: fc.record(
    { by: fc.constant('last'), units: few, slack: fc.nat(3), of: conditions },
    { requiredKeys: ['by', 'units', 'slack'] },
  ),
  first: fc.record(
    { by: fc.constant('first'), units: few, of: conditions },
    { requiredKeys: ['by', 'units'] },
  ),
  recent: fc.record({
    by: fc.constant('recent'),
    halfLife: fc.oneof(few, fc.constant(0.5)),
    minScore: fc.constantFrom(0.9, 0.5, 0.1),
  }),
  users: fc.constant({ by: 'users' }),
  agents: fc.record({ by: fc.constant('agents'), names: agents }),
  'other-agents': fc.record({ by: fc.constant('other-agents'), names: agents }),
  where: fc.record({ by: fc.constant('where'), where: conditions }),
}

/** Generates any selector of a clause. */
export const arbitrarySelector = (): fc.Arbitrary<Selector> =>
  fc.oneof(...(Object.values(selectors) as fc.Arbitrary<Selector>[]))
