import type { EventInput } from '../ir/event.ts'
import { isObject } from '../ir/json.ts'
import type { Plan } from '../ir/plan.ts'
import { createSession } from '../session/create.ts'
import { sealEvents } from '../session/events.ts'
import type { EventDigest } from './event-digests.ts'
import type { RecordedEvents } from './interleaved.ts'

/** Place in a conversation: the number of its events up to there, and their digest. */
interface StoredEnd {
  readonly after: number
  readonly content: string
}

/** End of a call with its plan. */
export interface StoredPlan extends StoredEnd {
  /** Digest of everything before the messages in the request. */
  readonly beginning: string
  readonly plan: Plan
  /** Digest of the ids of the server's items. */
  readonly ids: string
}

/** A conversation in a storage. */
export interface StoredConversation {
  /** Number of its calls. */
  readonly calls: number
  /** Last call with each beginning of a request, the newest last. */
  readonly plans: readonly StoredPlan[]
  readonly recorded: readonly (StoredEnd & RecordedEvents)[]
  /** Keys of the work that the last call asked for. */
  readonly asked: readonly string[]
}

export const newConversation: StoredConversation = { calls: 0, plans: [], recorded: [], asked: [] }

/** Most beginnings of requests whose plans are kept. */
const mostPlans = 4

/** Returns the plans of a conversation with that of its last call. */
export const withPlan = (plans: readonly StoredPlan[], plan: StoredPlan): readonly StoredPlan[] =>
  [...plans.filter(({ beginning }) => beginning !== plan.beginning), plan].slice(-mostPlans)

/** Returns what a conversation's messages still agree with: recorded events up to the first change, and the plans before it. */
export function unchanged(stored: StoredConversation, marks: readonly EventDigest[]): StoredConversation {
  const holds = ({ after, content }: StoredEnd): boolean => marks[after - 1]?.content === content
  const changed = stored.recorded.findIndex(end => !holds(end))
  return {
    ...stored,
    plans: stored.plans.filter(holds),
    recorded: changed === -1 ? stored.recorded : stored.recorded.slice(0, changed),
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

const isEnd = (value: unknown): value is StoredEnd & Record<string, unknown> =>
  isObject(value) && isCount(value.after) && typeof value.content === 'string'

const isPlan = (value: unknown): boolean =>
  isEnd(value) && isObject(value.plan) && typeof value.beginning === 'string' && typeof value.ids === 'string'

const isList = (value: unknown, is: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(is)

/** Reads a conversation from JSON; null for anything else. The compile checks the plans themselves. */
export function readConversation(value: unknown): StoredConversation | null {
  if (!isObject(value) || !isCount(value.calls)) return null
  const isWhole =
    isList(value.plans, isPlan) &&
    isList(value.recorded, one => isEnd(one) && areEvents(one.events)) &&
    isList(value.asked, key => typeof key === 'string')
  return isWhole ? (value as unknown as StoredConversation) : null
}

/** Whether a value is a list of events, as `append` takes them. */
export function areEvents(value: unknown): value is readonly EventInput[] {
  try {
    return Array.isArray(value) && createSession({ events: sealEvents(value) }).length === value.length
  } catch {
    return false
  }
}
