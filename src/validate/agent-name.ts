import { reservedAuthors } from '../ir/event.ts'
import { type Check, text } from './check.ts'
import { describe } from './describe.ts'

/** Rejects an invalid name of an agent: an agent is the author of its events, and some authors are reserved. */
export const agentName: Check = (value, at) => {
  text(value, at)
  if (value === '') throw at.wrong('is empty', { help: 'give a name that no other agent has' })
  if ((reservedAuthors as readonly unknown[]).includes(value))
    throw at.wrong(`is ${describe(value)}, which is the author of others' words`, {
      help: `give another name than ${reservedAuthors.join(', ')}`,
    })
}
