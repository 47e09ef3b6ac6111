import type { Selector } from '../../ir/policy.ts'
import type { SelectorDefinition } from '../definition/selector.ts'
import { agents } from './agents.ts'
import { all } from './all.ts'
import { first } from './first.ts'
import { last } from './last.ts'
import { none } from './none.ts'
import { otherAgents } from './other-agents.ts'
import { recent } from './recent.ts'
import { users } from './users.ts'
import { where } from './where.ts'
import { window } from './window.ts'

/** Definitions of all selectors, by name. */
export const selectors: { readonly [By in Selector['by']]: SelectorDefinition<By> } = {
  all,
  none,
  window,
  last,
  first,
  recent,
  users,
  agents,
  'other-agents': otherAgents,
  where,
}

/** Returns the definition of any selector. */
export const selectorOf = ({ by }: Selector): SelectorDefinition => selectors[by] as SelectorDefinition

/** Whether selected units drop out of the selection as the session grows. */
export function slides(select: Selector): boolean {
  const definition = selectorOf(select)
  return definition.goesBy === 'position' && definition.slides
}

/** Kinds of selectors that move on by themselves. */
export const slidingSelectors: readonly Selector['by'][] = Object.values(selectors).flatMap(definition =>
  definition.goesBy === 'position' && definition.slides ? [definition.by] : [],
)
