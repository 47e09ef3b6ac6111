import { type Check, check } from '../form/check.ts'
import { reservedAuthors } from '../ir/event.ts'

/** Rejects a name that no agent may have, because messages with this name would be attributed to another author. */
export const authorName: Check = check(
  "an agent's name",
  author => typeof author === 'string' && author !== '' && !reservedAuthors.some(one => one === author),
)
