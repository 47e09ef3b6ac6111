import type { Limits } from '../../target/limits.ts'
import type { Weight } from '../../target/weight.ts'

/** Maximum size of a window. */
export interface Room {
  readonly tokens: number
  readonly messages: number
  /** Limits of the API that are not tokens; null for none. */
  readonly limits: Limits | null
  /** Weight of what stands beside the history, by the same limits. */
  readonly head: Weight
}
