import type { Event } from '../../core/ir/event.ts'
import type { SessionKey } from '../../core/session/owner.ts'
import type { RunEvent } from '../../run/runner/run-event.ts'
import type { RunStream } from '../../run/runner/runner.ts'
import type { Store } from '../../run/store/store.ts'

/**
 * Returns the session events of a run from a given position, in order and without gaps. The run may write events before
 * this function follows it; these events are read from the store.
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

/** Returns a range of a stored session's events, without events that are internal to the runner. */
async function* stored(store: Store, key: SessionKey, from: number, to: number): AsyncGenerator<RunEvent> {
  const record = await store.read(key, { from })
  for (const event of record?.events.slice(0, to - from) ?? [])
    if (event.visibility !== 'internal') yield { type: 'event', event: event as Event }
}
