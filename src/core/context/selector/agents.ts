import type { SelectorDefinition } from '../definition/selector.ts'
import { agentNames } from './agent-names.ts'
import { isMessage } from './speaker.ts'

/** Selector of the units of users, developers and the named agents. */
export const agents: SelectorDefinition<'agents'> = {
  by: 'agents',
  made: 'fromAgents',
  form: { title: 'Messages of users, developers and these agents.', needs: agentNames },
  goesBy: 'content',
  test:
    ({ names }, rows) =>
    unit =>
      isMessage(rows, unit) || names.includes(rows.authorOf(unit)),
  names: ({ names }) => names,
  mayShow: ({ names }, name) => names.includes(name),
}
