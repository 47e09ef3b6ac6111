import { failedAndDuring, type MemberOutcome } from './outcome.ts'
import type { FindingRecorder } from './recorder.ts'
import { coversAll, joinWorlds, type Worlds } from './worlds.ts'

/** Rounds of a loop: the maximum number, and whether the loop may end earlier. */
interface Rounds {
  readonly place: string
  readonly max: number
  /** Whether the loop may end before the maximum number of rounds. */
  readonly mayEnd: boolean
}

/**
 * Maximum number of rounds that are analysed. If the state still changes after that, the outcome is all possible states
 * seen so far.
 */
const mostRounds = 24

/** Analyses rounds of a loop, at least one, until another round adds no new possible state. */
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
    // If a round ends in the possible states in which it began, all later rounds do too.
    settled = mayEnd
      ? coversAll(seen, outcome.after)
      : coversAll(last, outcome.after) && coversAll(outcome.after, last)
    seen = joinWorlds(seen, outcome.after)
    last = outcome.after
  }
  recorder.rounds.pop()
  const isCut = round.round >= mostRounds && !settled && max > mostRounds
  return { ...failedAndDuring(outcomes), after: mayEnd || isCut ? seen : last }
}
