import type { EarlyResults } from './early-results.ts'
import type { OpenCalls } from './open-calls.ts'

/** State of a branch while units are formed: the calls that wait for results, and the response that may continue. */
export interface BranchState {
  open: OpenCalls | null
  speaking: number | null
  response: string
  /** Null while every result is placed after its call. */
  early: EarlyResults | null
}
