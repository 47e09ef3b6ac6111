import type { EventInput } from '../ir/event.ts'
import type { Plan } from '../ir/plan.ts'
import type { EventDigest } from './event-digests.ts'
import type { RecordedEvents } from './interleaved.ts'
import { collectArrivedOutcomes, type OpenOutcomes } from './later-outcomes.ts'
import type { StoredThread } from './stored-thread.ts'
import type { ThreadPlace } from './thread-cache.ts'

/** Place at which an earlier call of a conversation ended, and the digests of the current messages up to this place. */
export interface FoundThread {
  readonly place: ThreadPlace
  readonly mark: EventDigest
  /** Number of the conversation's events before this place. */
  readonly length: number
}

/** Place from which a call continues. */
export interface Start {
  /** Plan of the previous call; null if none is known. */
  readonly before: Plan | null
  /** Whether ids of the server's items have changed or are missing since the previous call. */
  readonly renamed: boolean
  /** Digest of the names of the models that wrote the answers before this place. */
  readonly makers: string | null
  readonly recorded: readonly RecordedEvents[]
  readonly open: readonly OpenOutcomes[]
  /** Note about the previous call from the storage; null if there is none. */
  readonly note: string | null
  /** Place in memory from which the call takes the compiler and other kept objects; null for none. */
  readonly place: ThreadPlace | null
}

/** Returns the place from which a call continues, for a conversation that is kept in memory. */
export function startInMemory(found: FoundThread | undefined): Start {
  const { place = null, mark } = found ?? {}
  return {
    ...recordedAt(found),
    place,
    note: null,
    before: place?.plan ?? null,
    renamed: place !== null && place.ids !== mark?.ids,
    makers: mark?.makers ?? null,
  }
}

/**
 * Returns the place from which a call continues, for a conversation in a storage. The place in memory is included if
 * the same call ended there.
 */
export function startInStorage(
  thread: StoredThread,
  found: FoundThread | undefined,
  marks: readonly EventDigest[],
  beginning: string,
): Start {
  const stored = thread.planFor(beginning)
  const mark = marks[(stored?.after ?? 0) - 1]
  const isSame = found?.place.call === thread.before && found.place.plan.check === stored?.plan.check
  return {
    ...{ recorded: thread.recorded, open: [], place: isSame ? found.place : null },
    before: stored?.plan ?? null,
    note: stored?.note ?? null,
    renamed: stored !== null && stored.ids !== mark?.ids,
    makers: mark?.makers ?? null,
  }
}

/** Returns the events that earlier calls of a conversation recorded, and the outcomes that have arrived since. */
function recordedAt(found: FoundThread | undefined): Pick<ThreadPlace, 'recorded' | 'open'> {
  if (found === undefined) return { recorded: [], open: [] }
  const { place, length } = found
  const { events, open } = collectArrivedOutcomes(place.open)
  return { recorded: withMore(place.recorded, length, events), open }
}

/** Returns recorded events with the events of one more call added. */
export const withMore = (
  recorded: readonly RecordedEvents[],
  after: number,
  events: readonly EventInput[],
): readonly RecordedEvents[] => (events.length === 0 ? recorded : [...recorded, { after, events }])
