import { unwrapMessage } from '../langchain-message.ts'
import { stringOr } from '../read.ts'

/** Id in a `remove` message with which the message removes all earlier messages. */
const all = '__remove_all__'

/** Returns the places of `remove` messages and of the messages that they remove. */
export function removedPlaces(messages: readonly unknown[]): ReadonlySet<number> {
  const removed = new Set<number>()
  const places = new Map<string, number[]>()
  let cleared = 0
  for (const [place, message] of messages.entries()) {
    const { kind, fields } = unwrapMessage(message)
    const id = stringOr(fields.id)
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
