import { reservedAuthors } from '../ir/event.ts'
import { type Check, text } from './check.ts'
import { describe } from './describe.ts'

/** Rejects an invalid agent name. An agent is the author of its events, so reserved authors are invalid too. */
export const agentName: Check = (value, at) => {
  text(value, at)
  if (value === '') throw at.wrong('is empty', { help: 'choose a name that no other agent has' })
  if ((reservedAuthors as readonly unknown[]).includes(value))
    throw at.wrong(`must not be ${describe(value)}, which is a reserved author`, {
      help: `choose another name than ${reservedAuthors.join(', ')}`,
    })
}
