import type { Event } from '../../core/ir/event.ts'
import type { SessionKey } from '../../core/session/owner.ts'
import type { RunEvent } from '../../run/runner/run-event.ts'
import type { RunStream } from '../../run/runner/runner.ts'
import type { Store } from '../../run/store/store.ts'

/**
 * Returns the events of a run from a position in the session, in order and without gaps. A session may run on after a
 * decision before anybody can follow it; the missed events are read from the store.
 */
export async function* followWithoutGaps(
  stream: RunStream,
  store: Store,
  key: SessionKey,
  from: number,
): AsyncGenerator<RunEvent> {
  let next = from
  for await (const event of stream) {
    if (event.type === 'event') {
      const { seq } = event.event
      if (seq < next) continue
      if (seq > next) yield* stored(store, key, next, seq)
      next = seq + 1
    }
    yield event
  }
  const { revision } = await stream.outcome
  if (revision > next) yield* stored(store, key, next, revision)
}

/** Returns a range of a stored session's events, without internal events. */
async function* stored(store: Store, key: SessionKey, from: number, to: number): AsyncGenerator<RunEvent> {
  const record = await store.read(key, { from })
  for (const event of record?.events.slice(0, to - from) ?? [])
    if (event.visibility !== 'internal') yield { type: 'event', event: event as Event }
}
