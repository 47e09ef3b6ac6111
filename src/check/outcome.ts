import { join, type Worlds } from './worlds.ts'

/** What becomes of the state when a member runs. */
export interface Outcome {
  /** Where it is done. */
  readonly after: Worlds
  /** Where it may have failed; none where it cannot. */
  readonly failed: Worlds
  /** At any point from its beginning to its end. */
  readonly during: Worlds
}

/** What becomes of the state in one or the other way. */
export const anyOf = (outcomes: readonly Outcome[]): Outcome => ({
  after: join(...outcomes.map(({ after }) => after)),
  failed: join(...outcomes.map(({ failed }) => failed)),
  during: join(...outcomes.map(({ during }) => during)),
})

/** Nothing happens. */
export const nothing = (worlds: Worlds): Outcome => ({ after: worlds, failed: [], during: worlds })
