import type { SelectorDefinition } from '../definition/selector.ts'
import { agentNames } from './agent-names.ts'

/** Selector of all units except those of the named agents. */
export const otherAgents: SelectorDefinition<'other-agents'> = {
  by: 'other-agents',
  made: 'excludeAgents',
  form: { title: 'All messages except those of these agents.', needs: agentNames },
  goesBy: 'content',
  test:
    ({ names }, rows) =>
    unit =>
      !names.includes(rows.authorOf(unit)),
  names: ({ names }) => names,
  mayShow: ({ names }, name) => !names.includes(name),
}
