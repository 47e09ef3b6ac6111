import type { OpenCalls } from './open-calls.ts'

/** State of a branch in the fold: the response that waits for answers, and the one being said. */
export interface BranchState {
  open: OpenCalls | null
  speaking: number | null
  response: string
}
