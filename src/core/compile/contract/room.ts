import type { Limits } from '../../target/limits.ts'
import type { Weight } from '../../target/weight.ts'

/** Space for a history: maximum tokens and other limits. */
export interface Room {
  readonly tokens: number
  /** Soft size in tokens, above which no turn begins; null if there is none. */
  readonly aim: number | null
  readonly messages: number
  /** Limits of the API other than tokens; null if there are none. */
  readonly limits: Limits | null
  /** Weight of everything outside the history, in the quantities to which these limits apply. */
  readonly head: Weight
}
