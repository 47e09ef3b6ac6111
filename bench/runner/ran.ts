/** Milliseconds that one run took. */
export interface Ran {
  /** A step, on average over the first 20 and the last 20. */
  readonly first: number
  readonly last: number
  /** A step, at the median. */
  readonly median: number
  readonly total: number
  /** Processor time of each step, without that of other processes of the machine. */
  readonly cpu: number
  /** Steps that were made; fewer than asked for if the run was stopped. */
  readonly steps: number
}
