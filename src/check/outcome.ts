import { joinAll, type Worlds } from './worlds.ts'

/** What becomes of the state when a member runs. */
export interface Outcome {
  /** Where it is done. */
  readonly after: Worlds
  /** Where it may have failed; none where it cannot. Computed where a group asks for it, as `during` is. */
  readonly failed: () => Worlds
  /** At any point from its beginning to its end; only branches ask for it. */
  readonly during: () => Worlds
}

/** What becomes of the state in one or the other way. */
export const anyOf = (outcomes: readonly Outcome[]): Outcome => ({
  after: joinAll(outcomes.map(({ after }) => after)),
  ...onTheWay(outcomes),
})

/** Where any of these may have failed, and all that the state may be meanwhile. */
export const onTheWay = (outcomes: readonly Outcome[]): Pick<Outcome, 'failed' | 'during'> => ({
  failed: once(() => joinAll(outcomes.map(({ failed }) => failed()))),
  during: once(() => joinAll(outcomes.map(({ during }) => during()))),
})

/** Nothing happens. */
export const nothing = (worlds: Worlds): Outcome => ({
  after: worlds,
  failed: () => [],
  during: () => worlds,
})

/** What is computed when it is first asked for. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
