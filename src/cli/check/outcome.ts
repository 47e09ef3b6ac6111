import { joinWorldLists, type Worlds } from './worlds.ts'

/** Outcome of a program member: the possible states after it, and the states in which it may fail. */
export interface MemberOutcome {
  /** Possible states after the member has ended. */
  readonly after: Worlds
  /** Returns the states in which the member may have failed; none if it cannot fail. Computed only when needed. */
  readonly failed: () => Worlds
  /** Returns the possible states at any point while the member runs. Needed only for parallel branches. */
  readonly during: () => Worlds
}

/** Joins the outcomes of alternatives, exactly one of which is the actual outcome. */
export const joinOutcomes = (outcomes: readonly MemberOutcome[]): MemberOutcome => ({
  after: joinWorldLists(outcomes.map(({ after }) => after)),
  ...failedAndDuring(outcomes),
})

/** Joins the states in which any of these members may have failed, and the possible states while they run. */
export const failedAndDuring = (
  outcomes: readonly MemberOutcome[],
): Pick<MemberOutcome, 'failed' | 'during'> => ({
  failed: computeAtFirstCall(() => joinWorldLists(outcomes.map(({ failed }) => failed()))),
  during: computeAtFirstCall(() => joinWorldLists(outcomes.map(({ during }) => during()))),
})

/** Returns the outcome of a member that changes nothing and cannot fail. */
export const noEffect = (worlds: Worlds): MemberOutcome => ({
  after: worlds,
  failed: () => [],
  during: () => worlds,
})

/** Returns a function that computes a value at the first call, and returns it again at later calls. */
export function computeAtFirstCall<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
