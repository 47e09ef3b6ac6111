import type { SelectorDefinition } from '../definition/selector.ts'
import { agentNames } from './agent-names.ts'

/** All but what these agents said. */
export const otherAgents: SelectorDefinition<'other-agents'> = {
  by: 'other-agents',
  made: 'excludeAgents',
  form: { title: 'All but what these agents said.', needs: agentNames },
  goesBy: 'content',
  test:
    ({ names }, rows) =>
    unit =>
      !names.includes(rows.authorOf(unit)),
  names: ({ names }) => names,
  mayShow: ({ names }, name) => !names.includes(name),
}
