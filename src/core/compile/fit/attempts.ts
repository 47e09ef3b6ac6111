import { inputBehindCompaction } from './behind-compaction.ts'
import type { Choice, History } from './choice.ts'
import { firstNeverCompacted, firstUncompacted } from './compact-before.ts'
import { reasoningAfterFinds } from './found-late.ts'
import { reasoningAfterReports } from './reported-reasoning.ts'
import { chooseSupplementary, dropSupplementary, keepChosen } from './supplementary.ts'
import { highWater } from './tally.ts'
import { exceedsRoomTimes, trimHistory } from './trim.ts'
import { allSupplementary, type Frame, type Window, windowAt } from './window.ts'

/** Inputs for choosing a history, and the point at which the search starts. */
interface Situation {
  readonly choice: Choice
  /** First unit of the history, as decided by the earlier plan or the provider's compaction; 0 if there is neither. */
  readonly begin: number
  /** Frame (inputs of a window) of the earlier plan; without a plan, a frame that drops nothing. */
  readonly asPlanned: Frame
  /**
   * Whether the history is so much too long, judged by its length alone, that no window that starts at `begin` is
   * measured.
   */
  readonly hopeless: boolean
}

/** Window of the history, and the frame (inputs) from which the window was made. */
interface Candidate {
  readonly window: Window
  readonly frame: Frame
}

/** Step that shortens a history. Each step starts from the frame that the previous step returned. */
interface Attempt {
  /** Returns a frame that sends less, or the given frame if the step has nothing to drop. */
  readonly give: (frame: Frame, at: Situation) => Frame
  /**
   * Returns a window that fits, with content restored up to the low mark (the share of the room that a trim fills);
   * null if no window fits.
   */
  readonly find: (frame: Frame, before: Frame, at: Situation) => Candidate | null
}

/**
 * Drops all reasoning that is bound to the content before it, because every later step changes that content. Dropping
 * reasoning alone may free too few tokens, so no window is tried at this point. The last step (`movedOn`) counts the
 * freed tokens.
 */
const withoutReasoning: Attempt = {
  give: (frame, { choice }) => ({
    ...frame,
    reasoningFrom: choice.bindsReasoning ? choice.session.length : 0,
  }),
  find: () => null,
}

/**
 * Compacts texts that the policy allows to compact, oldest first. It stops when the history has shrunk to the low mark
 * (the share of the room that a trim fills), or when no such text is left.
 */
const compacted: Attempt = {
  give: (frame, { choice }) =>
    choice.selection?.makesRoom
      ? { ...frame, compactBefore: Math.max(frame.compactBefore, firstNeverCompacted(choice.session.units)) }
      : frame,
  find(_, before, at) {
    // A history that is much too long is not measured, because all of its text would have to be counted.
    if (at.hopeless) return null
    const least = Math.max(before.compactBefore, firstUncompacted(before, at.choice, at.begin))
    return candidateAt({ ...before, compactBefore: least }, at)
  },
}

/**
 * Drops supplementary units, then restores the most useful ones until the history fills the low mark (a share of the
 * room).
 */
const withoutSupplementary: Attempt = {
  give: (frame, { choice }) =>
    choice.selection?.hasTier('supplementary')
      ? { ...frame, supplementary: dropSupplementary(frame) }
      : frame,
  find(frame, _, at) {
    const found = candidateAt(frame, at)
    return found && restoreSupplementary(found, at.choice)
  },
}

/**
 * Drops older history and carried units (older units that earlier requests had to send). The step is large enough that
 * the next requests begin at the same unit. Then restores compacted texts and supplementary units up to the low mark (a
 * share of the room).
 */
const movedOn: Attempt = {
  give: frame => ({ ...frame, carried: [] }),
  find(frame, _, at) {
    const window = trimHistory(frame, at.choice, at.begin)
    if (window === null) return null
    const found = restoreCompacted({ window, frame }, at)
    return frame.supplementary === at.asPlanned.supplementary ? found : restoreSupplementary(found, at.choice)
  },
}

/** Steps in the order in which they shorten a history. */
const attempts: readonly Attempt[] = [withoutReasoning, compacted, withoutSupplementary, movedOn]

/**
 * Chooses a history with all required units: the planned history if it fits, otherwise the result of the first step
 * that finds a history that fits.
 */
export function chooseWindow(choice: Choice, required: ReadonlySet<number>): Omit<History, 'limits'> {
  const at = situationOf(choice, required)
  const { asPlanned } = at
  let cause = highWater
  const planned = candidateAt(asPlanned, at, why => {
    cause = why
  })
  if (planned) return { ...historyOf(planned, at, true), supplementary: asPlanned.supplementary, cause: null }
  let frame = asPlanned
  for (const attempt of attempts) {
    const next = attempt.give(frame, at)
    const found = next === frame ? null : attempt.find(next, frame, at)
    if (found) return { ...historyOf(found, at, true), cause }
    frame = next
  }
  return { ...smallestHistory(frame, at), cause }
}

function situationOf(choice: Choice, required: ReadonlySet<number>): Situation {
  const { session, earlier, floor, bindsReasoning } = choice
  const begin = Math.max(earlier?.start ?? 0, floor?.from ?? 0)
  const asPlanned: Frame = {
    ...choice,
    required,
    carried: [...unitsBehindCompaction(choice), ...carriedSince(earlier, floor?.from ?? 0)],
    reasoningFrom: bindsReasoning ? (earlier?.reasoningFrom ?? firstValidReasoning(session)) : 0,
    compactBefore: earlier?.compactBefore ?? 0,
    supplementary: earlier?.supplementary ?? allSupplementary,
  }
  // Without a plan, no text is counted if the history's length is over four times the room, because such a history
  // cannot fit.
  const hopeless = earlier === null && exceedsRoomTimes(choice, begin, session.units.rows.length, 4)
  return { choice, begin, asPlanned, hopeless }
}

/** Returns the first event whose reasoning is still valid, for a compile without a plan. */
const firstValidReasoning = (session: Choice['session']): number =>
  Math.max(reasoningAfterFinds(session), reasoningAfterReports(session, 0))

/** Returns the carried units that a provider's compaction does not replace. The content of the others is in it. */
const carriedSince = (earlier: Choice['earlier'], from: number): readonly number[] =>
  (earlier?.carried ?? []).filter(ordinal => ordinal >= from)

/** Returns the units that earlier requests sent behind the compaction although it replaces them. */
const unitsBehindCompaction = ({ session, earlier, floor, bindsReasoning }: Choice): readonly number[] =>
  bindsReasoning && floor !== null ? inputBehindCompaction(session, floor, earlier).units : []

/**
 * Returns the window that begins at the planned unit. If it does not fit, calls `refuse` with the cause and returns
 * null.
 */
function candidateAt(
  frame: Frame,
  { choice, begin, hopeless }: Situation,
  refuse?: (cause: string) => void,
): Candidate | null {
  const window = hopeless ? null : windowAt(frame, begin, choice.room, refuse)
  return window && { window, frame }
}

/** Returns the window with as many supplementary units as fit below the low mark (a share of the room). */
function restoreSupplementary(found: Candidate, { room, low }: Choice): Candidate {
  const { start, count } = found.window
  const supplementary = chooseSupplementary(found.frame, room, start, low * room.tokens - count.max)
  const frame: Frame = { ...found.frame, supplementary }
  const window = windowAt(frame, start, room)
  return window ? { window, frame } : found
}

/**
 * Returns the window in which only as many texts are compacted as needed to reach the low mark (a share of the room).
 */
function restoreCompacted(found: Candidate, { choice, asPlanned }: Situation): Candidate {
  const { start } = found.window
  const raw: Frame = { ...found.frame, compactBefore: asPlanned.compactBefore }
  const frame: Frame = {
    ...raw,
    compactBefore: Math.max(raw.compactBefore, firstUncompacted(raw, choice, start)),
  }
  const window = frame.compactBefore < found.frame.compactBefore ? windowAt(frame, start, choice.room) : null
  return window ? { window, frame } : found
}

/**
 * Returns the smallest history that can be sent, after every step failed. If the history cannot begin later, the
 * returned history may still fit.
 */
function smallestHistory(frame: Frame, at: Situation): Omit<History, 'limits' | 'cause'> {
  const { choice, begin, asPlanned, hopeless } = at
  const last = choice.session.units.lastShown()
  if (last > begin) {
    const window = windowAt(frame, last, null) as Window
    return historyOf({ window, frame }, at, false)
  }
  // If the history cannot begin later, one attempt is left: all carried units are dropped, and all steps are combined.
  const isShorter =
    asPlanned.carried.length > 0 ||
    frame.compactBefore !== asPlanned.compactBefore ||
    frame.supplementary !== asPlanned.supplementary ||
    choice.selection?.makesRoom === true
  const only = isShorter ? frame : asPlanned
  const whole = hopeless || isShorter ? windowAt(only, begin, choice.room) : null
  const window = whole ?? (windowAt(only, begin, null) as Window)
  return historyOf({ window, frame: only }, at, whole !== null)
}

const historyOf = (
  { window, frame: { required, reasoningFrom, compactBefore, supplementary } }: Candidate,
  { choice: { selection }, asPlanned: { reasoningFrom: plannedFrom } }: Situation,
  fits: boolean,
): Omit<History, 'limits' | 'cause'> => ({
  ...window,
  fits,
  required,
  reasoningFrom,
  lostTo: reasoningFrom > plannedFrom ? 'budget' : null,
  compactBefore,
  supplementary: selection === null ? supplementary : keepChosen(supplementary, window, selection),
})
