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

/** Every selector. */
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

/** The definition of a selector, whichever it is. */
export const selectorOf = ({ by }: Selector): SelectorDefinition => selectors[by] as SelectorDefinition

/** Whether units pass out of what a selector selects as the session goes on. */
export function slides(select: Selector): boolean {
  const definition = selectorOf(select)
  return definition.goesBy === 'position' && definition.slides
}
