import type { EventInput } from '../ir/event.ts'
import { isObject } from '../ir/json.ts'
import type { Plan } from '../ir/plan.ts'
import { createSession } from '../session/create.ts'
import { parseJson } from '../text/json.ts'
import type { EventDigest } from './event-digests.ts'
import type { RecordedEvents } from './interleaved.ts'

/** Place in a conversation: the number of events before it, and the digest of these events. */
interface StoredEnd {
  readonly after: number
  readonly content: string
}

/** Place where a call ended, with the call's plan. */
export interface StoredPlan extends StoredEnd {
  /** Digest of the inputs that determine the part of the request before its messages. */
  readonly beginning: string
  /** The plan as a text, because some databases change the order of keys. */
  readonly plan: string
  /** Digest of the ids of the server's items in these events. */
  readonly ids: string
  /** Note that an adapter needs for the report of the next call. Only the last call has a note. */
  readonly note?: string
}

/** List of messages to which each call adds messages. One conversation may have several such lists (branches). */
export interface StoredBranch {
  /** Plan of the last call for each way in which a request may begin (`beginning`), oldest first. */
  readonly plans: readonly StoredPlan[]
  readonly recorded: readonly (StoredEnd & RecordedEvents)[]
  /** Keys of the work that the last call requested. */
  readonly asked: readonly string[]
}

/** A conversation in a storage. */
export interface StoredConversation {
  /** Number of calls of the conversation. */
  readonly calls: number
  /** Lists of messages that share the conversation's id, the most recently used list last. */
  readonly branches: readonly StoredBranch[]
}

const newBranch: StoredBranch = { plans: [], recorded: [], asked: [] }

/** Maximum numbers that are stored: plans of each branch, and branches of each conversation. */
const most = { plans: 8, branches: 4 }

/** Returns the plans of a branch with the plan of its last call added. */
export const withPlan = (plans: readonly StoredPlan[], plan: StoredPlan): readonly StoredPlan[] =>
  [
    ...plans.flatMap(({ note: _, ...earlier }) => (earlier.beginning === plan.beginning ? [] : [earlier])),
    plan,
  ].slice(-most.plans)

/** Returns the branches with one branch added. It replaces the branch `replaced`, if that is not null. */
export const withBranch = (
  branches: readonly StoredBranch[],
  replaced: StoredBranch | null,
  branch: StoredBranch,
): readonly StoredBranch[] => [...branches.filter(other => other !== replaced), branch].slice(-most.branches)

/** Branch that a list of messages continues. */
export interface Continued {
  /**
   * Stored branch that the new one replaces; null if the list diverges from it, because the stored branch is then kept.
   */
  readonly stored: StoredBranch | null
  /** Part of the stored branch that fits the list: the plans and the recorded events before the first difference. */
  readonly branch: StoredBranch
}

/** Returns the branch with the longest match for a list of messages; a new branch if none matches. */
export function findContinuedBranch(
  branches: readonly StoredBranch[],
  marks: readonly EventDigest[],
): Continued {
  let best: Continued = { stored: null, branch: newBranch }
  for (const stored of branches) {
    const branch = matchingBranchPart(stored, marks)
    if (branchEnd(branch) === 0 || branchEnd(branch) < branchEnd(best.branch)) continue
    const isWhole = sizeOf(branch) === sizeOf(stored)
    best = { stored: isWhole ? stored : null, branch }
  }
  return best
}

/** Returns the number of events before the last stored place of a branch. */
export const branchEnd = ({ plans, recorded }: StoredBranch): number =>
  [...plans, ...recorded].reduce((longest, { after }) => Math.max(longest, after), 0)

const sizeOf = ({ plans, recorded }: StoredBranch): number => plans.length + recorded.length

function matchingBranchPart(stored: StoredBranch, marks: readonly EventDigest[]): StoredBranch {
  const matchesMark = ({ after, content }: StoredEnd): boolean => marks[after - 1]?.content === content
  const changed = stored.recorded.findIndex(end => !matchesMark(end))
  return {
    ...stored,
    plans: stored.plans.filter(matchesMark),
    recorded: changed === -1 ? stored.recorded : stored.recorded.slice(0, changed),
  }
}

/** Returns the parsed plan of a stored call; null if the text is not an object. The compile checks the plan. */
export const parseStoredPlan = ({ plan }: Pick<StoredPlan, 'plan'>): Plan | null => {
  const value = parseJson(plan)
  return isObject(value) ? (value as unknown as Plan) : null
}

/** Upper limit for a valid count of calls or events, far above any real conversation. */
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

/** Returns a stored value as a conversation; null if it is not one. */
export const readConversation = (value: unknown): StoredConversation | null =>
  isObject(value) && isCount(value.calls) && isList(value.branches, isBranch)
    ? (value as unknown as StoredConversation)
    : null

/** Returns the events in a stored value: those of a conversation, or the outcome of some work. */
export function eventsInStoredValue(value: unknown): readonly EventInput[] {
  const branches = readConversation(value)?.branches ?? []
  const recorded: unknown[] = branches.flatMap(branch => branch.recorded.flatMap(({ events }) => events))
  const events = isObject(value) && value.event !== undefined ? [value.event] : recorded
  return areRecorded(events) ? events : []
}

/**
 * Whether a value is a list of events as a compile records them: outcomes, summaries with their trust, and compactions
 * that a provider made.
 */
export function areRecorded(value: unknown): value is readonly EventInput[] {
  try {
    if (!Array.isArray(value) || !value.every(isRecorded)) return false
    return createSession({ events: value }).length === value.length
  } catch {
    return false
  }
}

function isRecorded(value: unknown): boolean {
  if (!isObject(value) || !isObject(value.actions)) return false
  if (value.author !== 'developer') return isProviderCompaction(value, value.actions)
  const [action, ...others] = Object.keys(value.actions)
  if (others.length > 0 || value.parts !== undefined) return false
  return action === 'compaction'
    ? typeof value.trust === 'string'
    : action === 'effect' && value.text === undefined
}

/** Whether an event is a compaction that a provider made: sealed items with the outcome of their effect. */
const isProviderCompaction = (
  { text, parts }: Readonly<Record<string, unknown>>,
  { effect, usage: _, ...others }: Readonly<Record<string, unknown>>,
): boolean =>
  isObject(effect) &&
  effect.kind === 'compact' &&
  text === undefined &&
  Object.keys(others).length === 0 &&
  Array.isArray(parts) &&
  parts.every(part => isObject(part) && part.kind === 'opaque')
