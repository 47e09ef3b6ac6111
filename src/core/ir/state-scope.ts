import type { JsonObject } from './json.ts'

/**
 * Part of a log, from one event on, in which a member of a group reads only the state changes on its own branch. The
 * member sees changes on other members' branches only after the group is over.
 */
export interface StateScope {
  /** Seq of the first event in the scope. */
  readonly from: number
  readonly branch: string
  /** State keys with their values at the beginning of the scope: the item of a `mapOver`. */
  readonly set?: JsonObject
  /** Seq of the event that set the list from which the item in `set` was taken; -1 for the initial state. */
  readonly setBy?: number
}
