import type { Family } from '../../form/family.ts'
import type { Selector } from '../../ir/policy.ts'
import type { SelectorDefinition } from '../definition/selector.ts'
import { agents } from './agents.ts'
import { allSelector } from './all.ts'
import { firstSelector } from './first.ts'
import { lastSelector } from './last.ts'
import { noneSelector } from './none.ts'
import { otherAgents } from './other-agents.ts'
import { recentSelector } from './recent.ts'
import { users } from './users.ts'
import { whereSelector } from './where.ts'
import { windowSelector } from './window.ts'

/** Definitions of all selectors, by name. */
export const selectors: { readonly [By in Selector['by']]: SelectorDefinition<By> } = {
  all: allSelector,
  none: noneSelector,
  window: windowSelector,
  last: lastSelector,
  first: firstSelector,
  recent: recentSelector,
  users,
  agents,
  'other-agents': otherAgents,
  where: whereSelector,
}

/** Check and schema of selectors, by the name that a clause uses for each selector. */
export const selectorFamily: Family = {
  tag: 'by',
  what: 'selector',
  title: 'Selector of the units.',
  prefix: 'select.',
  forms: selectors,
}

/** Returns the definition of a selector. */
export const selectorOf = ({ by }: Selector): SelectorDefinition => selectors[by] as SelectorDefinition

/** Whether a selector's units leave the selection as the session grows. */
export function isSlidingSelector(select: Selector): boolean {
  const definition = selectorOf(select)
  return definition.goesBy === 'position' && definition.slides
}

/** Kinds of selectors whose selection moves as the session grows. */
export const slidingSelectors: readonly Selector['by'][] = Object.values(selectors).flatMap(definition =>
  definition.goesBy === 'position' && definition.slides ? [definition.by] : [],
)
