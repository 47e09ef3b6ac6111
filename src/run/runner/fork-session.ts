import { runnerSource } from '../../core/session/events.ts'
import type { SessionKey } from '../../core/session/owner.ts'
import { restoreSession } from '../../core/session/restore.ts'
import type { Session } from '../../core/session/session.ts'
import type { RunnerStore } from './store/steady-store.ts'
import { movedCallReason, resultsForMovedCalls } from './tools/close-moved-calls.ts'
import { runnerMark } from './turn-context.ts'

/** Parameters of a fork. */
interface Fork {
  readonly key: SessionKey
  /** Id of the fork. */
  readonly id: string
  readonly store: RunnerStore
  readonly time: number
  /** Number of events to copy; undefined for all. */
  readonly at: number | undefined
}

/** Copies a session under another id, and returns the copy's revision. Its open calls get an error result. */
export async function forkSession(session: Session, { key, id, store, time, at }: Fork): Promise<number> {
  const length = at ?? session.length
  if (!(Number.isSafeInteger(length) && length >= 0 && length <= session.length))
    throw new RangeError(`a copy has 0 to ${session.length} events, not ${length}`)
  const { state, events } = session.toJSON()
  const copied = restoreSession({ id, state, events: events.slice(0, length) })
  const why = movedCallReason(key.id)
  const { unreported } = copied.units.runMarks
  // Agents work in the background of the original only.
  const left = unreported.length > 0 ? [runnerMark({ cancelled: { calls: unreported, why } })] : []
  const results = [...resultsForMovedCalls(copied, why), ...left].map(event => ({ ...event, time }))
  const closed = copied.extend(runnerSource(results, length))
  const added = results.map((_, index) => closed.event(length + index))
  const revision = await store.fork(key, id, { at: length, time, events: added })
  if (revision === null) throw new Error(`there is no session '${key.id}'`)
  return revision
}
