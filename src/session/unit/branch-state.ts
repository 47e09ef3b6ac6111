import type { OpenCalls } from './open-calls.ts'

/** What the fold remembers of a branch: the response that waits for answers, and the one being said. */
export interface BranchState {
  open: OpenCalls | null
  speaking: number | null
  response: string
}
