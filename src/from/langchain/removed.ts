import { string } from '../read.ts'
import { unwrap } from './message.ts'

/** The id by which all messages are removed. */
const all = '__remove_all__'

/** Places of the messages that later ones take out of the state, by id, and of those later ones. */
export function removedBy(messages: readonly unknown[]): ReadonlySet<number> {
  const removed = new Set<number>()
  const places = new Map<string, number[]>()
  let cleared = 0
  for (const [place, message] of messages.entries()) {
    const { kind, fields } = unwrap(message)
    const id = string(fields.id)
    if (kind !== 'remove') {
      const known = places.get(id)
      if (known) known.push(place)
      else if (id !== '') places.set(id, [place])
      continue
    }
    removed.add(place)
    if (id === all) {
      for (; cleared < place; cleared++) removed.add(cleared)
    } else {
      for (const earlier of places.get(id) ?? []) removed.add(earlier)
      places.delete(id)
    }
  }
  return removed
}
