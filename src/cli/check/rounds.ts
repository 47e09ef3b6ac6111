import { type MemberOutcome, onTheWay } from './outcome.ts'
import type { FindingRecorder } from './recorder.ts'
import { coversAll, joinWorlds, type Worlds } from './worlds.ts'

/** Rounds of a loop: how they run, and how they may end. */
interface Rounds {
  readonly place: string
  readonly max: number
  /** Whether the loop may end before its last round. */
  readonly mayEnd: boolean
}

/**
 * Maximum number of rounds that are analysed. If rounds still differ after that, the outcome is all worlds seen so far.
 */
const mostRounds = 24

/** Runs rounds, at least one, until another round adds nothing new. */
export function runRounds(
  recorder: FindingRecorder,
  { place, max, mayEnd }: Rounds,
  before: Worlds,
  run: (worlds: Worlds) => MemberOutcome,
): MemberOutcome {
  const round = { place, round: 0 }
  recorder.rounds.push(round)
  const outcomes: MemberOutcome[] = []
  let seen: Worlds = []
  let last = before
  let settled = false
  while (round.round < Math.max(1, max) && !settled && last.length > 0 && round.round < mostRounds) {
    round.round++
    const outcome = run(last)
    outcomes.push(outcome)
    // If every round ends in the same worlds as the previous one, so does the last round.
    settled = mayEnd
      ? coversAll(seen, outcome.after)
      : coversAll(last, outcome.after) && coversAll(outcome.after, last)
    seen = joinWorlds(seen, outcome.after)
    last = outcome.after
  }
  recorder.rounds.pop()
  const isCut = round.round >= mostRounds && !settled && max > mostRounds
  return { ...onTheWay(outcomes), after: mayEnd || isCut ? seen : last }
}
