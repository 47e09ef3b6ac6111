import type { ChatMessage } from '../../../src/core/vendor/openai/write/chat/request.ts'
import type { CostRun } from '../run.ts'

/** A way to keep the requests of a run within a budget. */
export interface Strategy {
  readonly name: string
  /** Begins a run: what it returns is asked at each call, in order, with the number of messages said by then. */
  begin(run: CostRun, budget: number): Promise<Answer>
}

/** The history that is sent; null where it says that nothing can be. */
export type Answer = (said: number) => Promise<readonly ChatMessage[] | null>
