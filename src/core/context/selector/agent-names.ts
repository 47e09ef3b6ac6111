import { agentName } from '../../form/agent-name.ts'
import { type Fields, filledList } from '../../form/field.ts'
import { reservedAuthors } from '../../ir/event.ts'

/** Check and schema of the field `names`, for selectors by agent. */
export const agentNames: Fields = {
  names: filledList(
    agentName,
    { type: 'string', minLength: 1, not: { enum: reservedAuthors } },
    'Names of agents.',
  ),
}
