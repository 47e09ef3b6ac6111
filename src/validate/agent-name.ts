import { reservedAuthors } from '../ir/event.ts'
import { type Check, text } from './check.ts'
import { describe } from './describe.ts'

/** Rejects what no agent may be called: an event of this author is the agent's words, and nobody else's. */
export const agentName: Check = (value, at) => {
  text(value, at)
  if (value === '') throw at.wrong('is empty', { help: 'give a name that no other agent has' })
  if ((reservedAuthors as readonly unknown[]).includes(value))
    throw at.wrong(`is ${describe(value)}, which is the author of others' words`, {
      help: `give another name than ${reservedAuthors.join(', ')}`,
    })
}
