import type { Limits } from '../../target/limits.ts'

/** Maximum size of a window. */
export interface Room {
  readonly tokens: number
  readonly messages: number
  /** Limits of the API that are not tokens; null for none. */
  readonly limits: Limits | null
}
