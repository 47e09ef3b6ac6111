import type { ChatMessage } from '../../../src/core/vendor/openai/write/chat/request.ts'
import type { CostRun } from '../run.ts'

/** A request of a replayed run. */
export interface MadeRequest {
  /** Messages of the recorded run that had been said. */
  readonly said: number
  readonly messages: readonly ChatMessage[]
  /** Answer that the model gave to it: the recorded one, a call that asks for a whole result, or a summary. */
  readonly answer: ChatMessage
  readonly kind: 'answer' | 'expand' | 'summary'
  /** Whether it is a conversation of its own, which shares no prefix with the others. */
  readonly isApart?: boolean
  /** Place in the run's history of each event of the request, which handles name; absent where both are the same. */
  readonly places?: readonly (number | null)[]
}

/** A way to make the requests of a run. */
export interface Arm {
  readonly name: string
  /** Whether it takes out reasoning that it knows to be dead; others send it again. */
  readonly strips: boolean
  /** All requests of a run, in order; null for a call for which it makes none. */
  requests(run: CostRun): Promise<readonly (MadeRequest | null)[]>
}
