import type { Choice, History } from './choice.ts'
import { leastCompactBefore, mostCompactBefore } from './compact-before.ts'
import { chooseSupplementary, keepChosen, noSupplementary } from './supplementary.ts'
import { isFarOver, trimmed } from './trim.ts'
import { allSupplementary, type Frame, type Window, windowAt } from './window.ts'

/** One choice of a history, and what was decided before. */
interface Situation {
  readonly choice: Choice
  /** The first unit of the history as it was planned. */
  readonly begin: number
  /** The frame with everything as it was planned. */
  readonly asPlanned: Frame
  /** The history is so much too long that no text is counted to see it. */
  readonly hopeless: boolean
}

/** A window and the frame that it was made in. */
interface Candidate {
  readonly window: Window
  readonly frame: Frame
}

/** A way to make a history shorter. What one attempt gives up stays given up for those after it. */
interface Attempt {
  /** Returns the frame with something given up; the very same frame where there is nothing of it. */
  readonly give: (frame: Frame, at: Situation) => Frame
  /** Returns a candidate that fits, with as much given back as there is room for; null where none does. */
  readonly find: (frame: Frame, before: Frame, at: Situation) => Candidate | null
}

/** Drops reasoning, which depends on everything that a later attempt drops. By itself it is not tried: it makes too little room. */
const withoutReasoning: Attempt = {
  give: (frame, { choice }) => ({
    ...frame,
    reasoningFrom: choice.bindsReasoning ? choice.session.length : 0,
  }),
  find: () => null,
}

/** Compacts texts that may be compacted, oldest first, until the history fits. */
const compacted: Attempt = {
  give: (frame, { choice }) =>
    choice.selection?.makesRoom
      ? { ...frame, compactBefore: Math.max(frame.compactBefore, mostCompactBefore(choice.session.units)) }
      : frame,
  find(_, before, at) {
    // Counting what no compaction could make fit costs the whole history.
    if (at.hopeless) return null
    const least = Math.max(before.compactBefore, leastCompactBefore(before, at.choice, at.begin))
    return candidateAt({ ...before, compactBefore: least }, at)
  },
}

/** Drops supplementary units, then restores the most useful ones for which there is room. */
const withoutSupplementary: Attempt = {
  give: (frame, { choice }) =>
    choice.selection?.hasTier('supplementary') ? { ...frame, supplementary: noSupplementary(frame) } : frame,
  find(frame, _, at) {
    const found = candidateAt(frame, at)
    return found && refilled(found, at.choice)
  },
}

/** Drops older history, in a step large enough that the next requests begin at the same unit. */
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

/** Chooses a history that holds what must be sent: as it was planned, or with as little as possible given up. */
export function choose(choice: Choice, required: ReadonlySet<number>): Omit<History, 'limits'> {
  const at = situationOf(choice, required)
  const { asPlanned } = at
  const planned = candidateAt(asPlanned, at)
  if (planned) return { ...historyOf(planned, choice, true), supplementary: asPlanned.supplementary }
  let frame = asPlanned
  for (const attempt of attempts) {
    const next = attempt.give(frame, at)
    const found = next === frame ? null : attempt.find(next, frame, at)
    if (found) return historyOf(found, choice, true)
    frame = next
  }
  return least(frame, at)
}

function situationOf(choice: Choice, required: ReadonlySet<number>): Situation {
  const { session, earlier, floor, bindsReasoning } = choice
  const begin = Math.max(earlier?.start ?? 0, floor ?? 0)
  // The provider's compaction, if it is sent, contains the units that once waited for results.
  const isCompacted = floor !== null && begin === floor
  const asPlanned: Frame = {
    ...choice,
    required,
    carried: isCompacted ? [] : (earlier?.carried ?? []),
    reasoningFrom: bindsReasoning ? (earlier?.reasoningFrom ?? 0) : 0,
    compactBefore: earlier?.compactBefore ?? 0,
    supplementary: earlier?.supplementary ?? allSupplementary,
  }
  // Without a plan, what no text could be short enough for need not be counted to be seen not to fit.
  const hopeless = earlier === null && isFarOver(choice, begin, session.units.rows.length, 4)
  return { choice, begin, asPlanned, hopeless }
}

/** The candidate that begins where it was planned; null where it does not fit. */
function candidateAt(frame: Frame, { choice, begin, hopeless }: Situation): Candidate | null {
  const window = hopeless ? null : windowAt(frame, begin, choice.room)
  return window && { window, frame }
}

/** The candidate with the supplementary units that there is room for up to the low mark. */
function refilled(found: Candidate, { room, low }: Choice): Candidate {
  const { start, count } = found.window
  const supplementary = chooseSupplementary(found.frame, room, start, low * room.tokens - count.max)
  const frame: Frame = { ...found.frame, supplementary }
  const window = windowAt(frame, start, room)
  return window ? { window, frame } : found
}

/** The candidate with no more compacted than it takes to come down to the low mark. */
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

/** The least that can be sent, where nothing fits; with everything given up there may be room for it after all. */
function least(frame: Frame, at: Situation): Omit<History, 'limits'> {
  const { choice, begin, asPlanned, hopeless } = at
  const last = choice.session.units.lastShown()
  if (last > begin) {
    const window = windowAt(frame, last, null) as Window
    return historyOf({ window, frame }, choice, false)
  }
  // The history cannot begin later: only units that once waited for results, or what attempts gave up, can be dropped.
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
): Omit<History, 'limits'> => ({
  ...window,
  fits,
  required,
  reasoningFrom,
  dropsReasoning: false,
  compactBefore,
  supplementary: selection === null ? supplementary : keepChosen(supplementary, window, selection),
})
