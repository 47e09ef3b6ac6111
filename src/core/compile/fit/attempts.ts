import type { Choice, History } from './choice.ts'
import { leastCompactBefore, mostCompactBefore } from './compact-before.ts'
import { reasoningAfterFinds } from './found-late.ts'
import { chooseSupplementary, keepChosen, noSupplementary } from './supplementary.ts'
import { isFarOver, trimmed } from './trim.ts'
import { allSupplementary, type Frame, highWater, type Window, windowAt } from './window.ts'

/** One choice of a history, and its starting point. */
interface Situation {
  readonly choice: Choice
  /** The first unit of the history by the earlier plan or the provider's compaction; 0 without either. */
  readonly begin: number
  /** The frame by the earlier plan; without one, with nothing dropped. */
  readonly asPlanned: Frame
  /** The history is so much too long, by its length alone, that no window at `begin` is measured. */
  readonly hopeless: boolean
}

/** A window and the frame that it was made in. */
interface Candidate {
  readonly window: Window
  readonly frame: Frame
}

/** A way to make a history shorter. Later attempts start from the frame that this attempt returned. */
interface Attempt {
  /** Returns a frame with more given up. The same object means that there is nothing to try. */
  readonly give: (frame: Frame, at: Situation) => Frame
  /** Returns a candidate that fits, with something restored up to the low mark; null if none fits. */
  readonly find: (frame: Frame, before: Frame, at: Situation) => Candidate | null
}

/**
 * Drops bound reasoning, because every later attempt changes the content before it. Alone it may make too little room:
 * the attempt that moves on knows how much it made.
 */
const withoutReasoning: Attempt = {
  give: (frame, { choice }) => ({
    ...frame,
    reasoningFrom: choice.bindsReasoning ? choice.session.length : 0,
  }),
  find: () => null,
}

/** Compacts texts that may be compacted, oldest first, down to the low mark, or all of them. */
const compacted: Attempt = {
  give: (frame, { choice }) =>
    choice.selection?.makesRoom
      ? { ...frame, compactBefore: Math.max(frame.compactBefore, mostCompactBefore(choice.session.units)) }
      : frame,
  find(_, before, at) {
    // Measuring a hopeless history would mean counting all of it.
    if (at.hopeless) return null
    const least = Math.max(before.compactBefore, leastCompactBefore(before, at.choice, at.begin))
    return candidateAt({ ...before, compactBefore: least }, at)
  },
}

/** Drops supplementary units, then restores the most useful ones up to the low mark. */
const withoutSupplementary: Attempt = {
  give: (frame, { choice }) =>
    choice.selection?.hasTier('supplementary') ? { ...frame, supplementary: noSupplementary(frame) } : frame,
  find(frame, _, at) {
    const found = candidateAt(frame, at)
    return found && refilled(found, at.choice)
  },
}

/**
 * Drops carried units and older history, in a step large enough that the next requests begin at the same unit. Then
 * restores texts from compaction, and supplementary units, up to the low mark.
 */
const movedOn: Attempt = {
  give: frame => ({ ...frame, carried: [] }),
  find(frame, _, at) {
    const window = trimmed(frame, at.choice, at.begin)
    if (window === null) return null
    const found = lessCompacted({ window, frame }, at)
    return frame.supplementary === at.asPlanned.supplementary ? found : refilled(found, at.choice)
  },
}

/** The order in which a history gives way. */
const attempts: readonly Attempt[] = [withoutReasoning, compacted, withoutSupplementary, movedOn]

/** Chooses a history that holds the required units: the planned one if it fits, else the first attempt that fits. */
export function choose(choice: Choice, required: ReadonlySet<number>): Omit<History, 'limits'> {
  const at = situationOf(choice, required)
  const { asPlanned } = at
  let cause = highWater
  const planned = candidateAt(asPlanned, at, why => {
    cause = why
  })
  if (planned)
    return { ...historyOf(planned, choice, true), supplementary: asPlanned.supplementary, cause: null }
  let frame = asPlanned
  for (const attempt of attempts) {
    const next = attempt.give(frame, at)
    const found = next === frame ? null : attempt.find(next, frame, at)
    if (found) return { ...historyOf(found, choice, true), cause }
    frame = next
  }
  return { ...least(frame, at), cause }
}

function situationOf(choice: Choice, required: ReadonlySet<number>): Situation {
  const { session, earlier, floor, bindsReasoning } = choice
  const begin = Math.max(earlier?.start ?? 0, floor ?? 0)
  // The provider's compaction, if it is sent, contains the carried units.
  const isCompacted = floor !== null && begin === floor
  const asPlanned: Frame = {
    ...choice,
    required,
    carried: isCompacted ? [] : (earlier?.carried ?? []),
    reasoningFrom: bindsReasoning ? (earlier?.reasoningFrom ?? reasoningAfterFinds(session)) : 0,
    compactBefore: earlier?.compactBefore ?? 0,
    supplementary: earlier?.supplementary ?? allSupplementary,
  }
  // Without a plan, a history of over four times the room by its length cannot fit, so its texts need not be counted.
  const hopeless = earlier === null && isFarOver(choice, begin, session.units.rows.length, 4)
  return { choice, begin, asPlanned, hopeless }
}

/** Returns the candidate that begins at the planned unit; null if it does not fit, and then `refuse` gets the cause. */
function candidateAt(
  frame: Frame,
  { choice, begin, hopeless }: Situation,
  refuse?: (cause: string) => void,
): Candidate | null {
  const window = hopeless ? null : windowAt(frame, begin, choice.room, refuse)
  return window && { window, frame }
}

/** Returns the candidate with as many supplementary units as fit up to the low mark. */
function refilled(found: Candidate, { room, low }: Choice): Candidate {
  const { start, count } = found.window
  const supplementary = chooseSupplementary(found.frame, room, start, low * room.tokens - count.max)
  const frame: Frame = { ...found.frame, supplementary }
  const window = windowAt(frame, start, room)
  return window ? { window, frame } : found
}

/** Returns the candidate with only as many texts compacted as it takes to reach the low mark. */
function lessCompacted(found: Candidate, { choice, asPlanned }: Situation): Candidate {
  const { start } = found.window
  const raw: Frame = { ...found.frame, compactBefore: asPlanned.compactBefore }
  const frame: Frame = {
    ...raw,
    compactBefore: Math.max(raw.compactBefore, leastCompactBefore(raw, choice, start)),
  }
  const window = frame.compactBefore < found.frame.compactBefore ? windowAt(frame, start, choice.room) : null
  return window ? { window, frame } : found
}

/** Returns the least that can be sent, after every attempt failed. It may fit if the history cannot begin later. */
function least(frame: Frame, at: Situation): Omit<History, 'limits' | 'cause'> {
  const { choice, begin, asPlanned, hopeless } = at
  const last = choice.session.units.lastShown()
  if (last > begin) {
    const window = windowAt(frame, last, null) as Window
    return historyOf({ window, frame }, choice, false)
  }
  // The history cannot begin later: only carried units can be dropped, and the losses of all attempts combined.
  const isShorter =
    asPlanned.carried.length > 0 ||
    frame.compactBefore !== asPlanned.compactBefore ||
    frame.supplementary !== asPlanned.supplementary ||
    choice.selection?.makesRoom === true
  const only = isShorter ? frame : asPlanned
  const whole = hopeless || isShorter ? windowAt(only, begin, choice.room) : null
  const window = whole ?? (windowAt(only, begin, null) as Window)
  return historyOf({ window, frame: only }, choice, whole !== null)
}

const historyOf = (
  { window, frame: { required, reasoningFrom, compactBefore, supplementary } }: Candidate,
  { selection }: Choice,
  fits: boolean,
): Omit<History, 'limits' | 'cause'> => ({
  ...window,
  fits,
  required,
  reasoningFrom,
  dropsReasoning: false,
  compactBefore,
  supplementary: selection === null ? supplementary : keepChosen(supplementary, window, selection),
})
