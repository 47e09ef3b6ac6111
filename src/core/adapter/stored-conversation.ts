import type { EventInput } from '../ir/event.ts'
import { isObject } from '../ir/json.ts'
import type { Plan } from '../ir/plan.ts'
import { createSession } from '../session/create.ts'
import { parseJson } from '../text/json.ts'
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
  /** The plan as a text, because some databases change the order of keys. */
  readonly plan: string
  /** Digest of the ids of the server's items. */
  readonly ids: string
  /** Note of the adapter for the report of the next call; only the last call has one. */
  readonly note?: string
}

/** A list of messages that was continued from call to call. */
export interface StoredBranch {
  /** Last call with each beginning of a request, the newest last. */
  readonly plans: readonly StoredPlan[]
  readonly recorded: readonly (StoredEnd & RecordedEvents)[]
  /** Keys of the work that the last call asked for. */
  readonly asked: readonly string[]
}

/** A conversation in a storage. */
export interface StoredConversation {
  /** Number of its calls. */
  readonly calls: number
  /** Lists of messages with its id, the one that was used last at the end. */
  readonly branches: readonly StoredBranch[]
}

const newBranch: StoredBranch = { plans: [], recorded: [], asked: [] }

/** Most beginnings of requests whose plans are kept, and most branches. */
const most = { plans: 8, branches: 4 }

/** Returns the plans of a branch with that of its last call. */
export const withPlan = (plans: readonly StoredPlan[], plan: StoredPlan): readonly StoredPlan[] =>
  [
    ...plans.flatMap(({ note: _, ...earlier }) => (earlier.beginning === plan.beginning ? [] : [earlier])),
    plan,
  ].slice(-most.plans)

/** Returns the branches with one that replaces another, or is new. */
export const withBranch = (
  branches: readonly StoredBranch[],
  replaced: StoredBranch | null,
  branch: StoredBranch,
): readonly StoredBranch[] => [...branches.filter(other => other !== replaced), branch].slice(-most.branches)

/** A branch that a list of messages continues. */
export interface Continued {
  /** The stored branch; null if the list leaves it, so that it stays unchanged. */
  readonly stored: StoredBranch | null
  /** The part of the branch that the list agrees with: recorded events up to the first change, and the plans before it. */
  readonly branch: StoredBranch
}

/** Returns the branch that a list of messages agrees with the longest; a new one if it agrees with none. */
export function continued(branches: readonly StoredBranch[], marks: readonly EventDigest[]): Continued {
  let best: Continued = { stored: null, branch: newBranch }
  for (const stored of branches) {
    const branch = agreeing(stored, marks)
    if (branchEnd(branch) === 0 || branchEnd(branch) < branchEnd(best.branch)) continue
    const isWhole = sizeOf(branch) === sizeOf(stored)
    best = { stored: isWhole ? stored : null, branch }
  }
  return best
}

/** Returns the last place of a branch. */
export const branchEnd = ({ plans, recorded }: StoredBranch): number =>
  [...plans, ...recorded].reduce((longest, { after }) => Math.max(longest, after), 0)

const sizeOf = ({ plans, recorded }: StoredBranch): number => plans.length + recorded.length

function agreeing(stored: StoredBranch, marks: readonly EventDigest[]): StoredBranch {
  const holds = ({ after, content }: StoredEnd): boolean => marks[after - 1]?.content === content
  const changed = stored.recorded.findIndex(end => !holds(end))
  return {
    ...stored,
    plans: stored.plans.filter(holds),
    recorded: changed === -1 ? stored.recorded : stored.recorded.slice(0, changed),
  }
}

/** Returns the plan of a stored end; null if it is none. The compile checks it. */
export const planIn = ({ plan }: StoredPlan): Plan | null => {
  const value = parseJson(plan)
  return isObject(value) ? (value as unknown as Plan) : null
}

/** Far more calls than a conversation has. */
const mostCalls = 1e12

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < mostCalls

const isEnd = (value: unknown): value is StoredEnd & Record<string, unknown> =>
  isObject(value) && isCount(value.after) && typeof value.content === 'string'

const isPlan = (value: unknown): boolean =>
  isEnd(value) &&
  [value.plan, value.beginning, value.ids, value.note ?? ''].every(text => typeof text === 'string')

const isList = (value: unknown, is: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(is)

const isBranch = (value: unknown): boolean =>
  isObject(value) &&
  isList(value.plans, isPlan) &&
  isList(value.recorded, one => isEnd(one) && areRecorded(one.events)) &&
  isList(value.asked, key => typeof key === 'string')

/** Reads a conversation from JSON; null for anything else. */
export const readConversation = (value: unknown): StoredConversation | null =>
  isObject(value) && isCount(value.calls) && isList(value.branches, isBranch)
    ? (value as unknown as StoredConversation)
    : null

/** Whether a value is a list of events that compiles record: outcomes, and summaries with their trust. */
export function areRecorded(value: unknown): value is readonly EventInput[] {
  try {
    if (!Array.isArray(value) || !value.every(isRecorded)) return false
    return createSession({ events: value }).length === value.length
  } catch {
    return false
  }
}

function isRecorded(value: unknown): boolean {
  if (!isObject(value) || value.author !== 'developer' || !isObject(value.actions)) return false
  const [action, ...others] = Object.keys(value.actions)
  if (others.length > 0 || value.parts !== undefined) return false
  return action === 'compaction'
    ? typeof value.trust === 'string'
    : action === 'effect' && value.text === undefined
}
