import { reservedAuthors } from '../ir/event.ts'

/** Rejects a name that no agent may have, because its words would be taken for another author's. */
export function assertAuthor(author: unknown): asserts author is string {
  if (typeof author === 'string' && author !== '' && !reservedAuthors.some(one => one === author)) return
  throw new TypeError(`author must be an agent's name, got ${JSON.stringify(author) ?? typeof author}`)
}
