import type { EventInput } from '../ir/event.ts'
import type { Plan } from '../ir/plan.ts'
import type { EventDigest } from './event-digests.ts'
import type { RecordedEvents } from './interleaved.ts'
import { arrivedSince, type OpenOutcomes } from './later-outcomes.ts'
import type { StoredThread } from './stored-thread.ts'
import type { ThreadPlace } from './thread-cache.ts'

/** Known place of a conversation, and its current mark. */
export interface FoundThread {
  readonly place: ThreadPlace
  readonly mark: EventDigest
  /** Number of the conversation's events up to there. */
  readonly length: number
}

/** Place from which a call continues. */
export interface Start {
  /** Plan of the previous call; null if none is known. */
  readonly before: Plan | null
  /** Whether items lost or changed their ids since. */
  readonly renamed: boolean
  /** Digest of the models that the answers up to there are attributed to. */
  readonly makers: string | null
  readonly recorded: readonly RecordedEvents[]
  readonly open: readonly OpenOutcomes[]
  /** Note that the storage kept of the previous call; null without one. */
  readonly note: string | null
  /** Place in memory whose work can be continued; null for none. */
  readonly place: ThreadPlace | null
}

/** Returns the start of a call whose conversation is kept in memory. */
export function startAt(found: FoundThread | undefined): Start {
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

/** Returns the start of a call in a storage. The work in memory is continued if it ended at the same place. */
export function storedStart(
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

/** Returns the events that the calls of a conversation recorded, and the outcomes that arrived since. */
function recordedAt(found: FoundThread | undefined): Pick<ThreadPlace, 'recorded' | 'open'> {
  if (found === undefined) return { recorded: [], open: [] }
  const { place, length } = found
  const { events, open } = arrivedSince(place.open)
  return { recorded: withMore(place.recorded, length, events), open }
}

/** Returns recorded events with those of one more call. */
export const withMore = (
  recorded: readonly RecordedEvents[],
  after: number,
  events: readonly EventInput[],
): readonly RecordedEvents[] => (events.length === 0 ? recorded : [...recorded, { after, events }])
