import type { JsonObject } from './json.ts'

/**
 * Part of a log, from one event on, in which a member of a group reads only the state changes of its own branch. It
 * sees changes by members on other branches only once the group is over.
 */
export interface StateScope {
  /** Seq of the first event in the scope. */
  readonly from: number
  readonly branch: string
  /** State keys with their values at the beginning of the scope: the item of a `mapOver`. */
  readonly set?: JsonObject
  /** Seq of the event that set the list from which `set` is taken; -1 for the initial state. */
  readonly setBy?: number
}
