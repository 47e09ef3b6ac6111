import type { EventInput } from '../ir/event.ts'
import { lowest } from '../ir/trust.ts'
import type { Store } from '../store/store.ts'
import { valueKey } from '../text/value-key.ts'
import type { LiveSession } from './live-session.ts'

/** Records the shared keys that a session does not have yet, so that its state follows from its log alone. */
export async function recordSharedKeys(live: LiveSession, store: Store): Promise<void> {
  const shared = await store.scopes(live.key.owner)
  await live.append(session => {
    const changed = [...shared].filter(([name, { value }]) => {
      const kept = Object.hasOwn(session.state, name) ? session.state[name] : undefined
      return kept === undefined || valueKey(kept) !== valueKey(value)
    })
    if (changed.length === 0) return null
    const trust = changed.map(([, each]) => each.trust).reduce(lowest)
    const set = Object.fromEntries(changed.map(([name, { value }]) => [name, value]))
    const event: EventInput = { author: 'developer', parts: [], trust, actions: { state: { set } } }
    return { events: [event], scopes: [] }
  })
}
