import type { JsonObject } from './json.ts'

/**
 * Rest of a log, from an event on, in which a member of a group reads only the state changes of its own branch: those of
 * members beside it do not count before the group is over.
 */
export interface StateScope {
  /** Seq of the first event in the scope. */
  readonly from: number
  readonly branch: string
  /** Keys that the scope begins with: the item of a `mapOver`. */
  readonly set?: JsonObject
  /** Seq of the event whose value `set` is part of; -1 for the initial state. */
  readonly setBy?: number
}
