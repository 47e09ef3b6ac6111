import { joinAll, type Worlds } from './worlds.ts'

/** Effect of a member on the state. */
export interface MemberOutcome {
  /** Worlds after the member has ended. */
  readonly after: Worlds
  /** Worlds in which the member may have failed, none if it cannot fail. Groups compute it on demand, like `during`. */
  readonly failed: () => Worlds
  /** Worlds at any point between the member's start and its end. Only branches use them. */
  readonly during: () => Worlds
}

/** Joins outcomes, any one of which may be the actual one. */
export const anyOutcome = (outcomes: readonly MemberOutcome[]): MemberOutcome => ({
  after: joinAll(outcomes.map(({ after }) => after)),
  ...onTheWay(outcomes),
})

/** Joins the worlds in which any of these members may have failed, and the worlds while they run. */
export const onTheWay = (outcomes: readonly MemberOutcome[]): Pick<MemberOutcome, 'failed' | 'during'> => ({
  failed: once(() => joinAll(outcomes.map(({ failed }) => failed()))),
  during: once(() => joinAll(outcomes.map(({ during }) => during()))),
})

/** Returns the outcome of a member that does nothing. */
export const noEffect = (worlds: Worlds): MemberOutcome => ({
  after: worlds,
  failed: () => [],
  during: () => worlds,
})

/** Returns a function that computes its value only at the first call. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
