import type { EarlyResults } from './early-results.ts'
import type { OpenCalls } from './open-calls.ts'

/**
 * State of a branch while conversation units are formed. It contains the calls that wait for results, and the response
 * that may continue.
 */
export interface BranchState {
  open: OpenCalls | null
  speaking: number | null
  response: string
  /** Results that came before their calls; null while the branch has none. */
  early: EarlyResults | null
}
