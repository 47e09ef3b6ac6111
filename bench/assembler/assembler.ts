import type { ChatMessage } from '../../src/core/vendor/openai/write/chat/request.ts'

/** A library that makes the messages of a request out of a history. */
export interface Assembler {
  readonly name: string
  /** A floor is a loop that does less than what is needed. */
  readonly kind: 'ours' | 'floor' | 'peer'
  /** Whether it takes a token budget. */
  readonly budgeted: boolean
  /** True for one that `npm ci` does not bring. */
  readonly optional?: boolean
  load(budget: number): Promise<Prepare>
}

/** Takes a history over into a library's own types: not timed. */
export type Prepare = (messages: readonly ChatMessage[]) => Prepared

/** A history in a library's own types. */
export interface Prepared {
  /** The first request: what is timed. */
  assemble(): unknown
  /** Takes over what happened next, not timed. What it returns is: the history with it, and a request again. */
  append(message: ChatMessage): () => unknown
  /** The messages of an outcome as Chat has them, to be judged; not timed. */
  read(outcome: unknown): readonly ChatMessage[]
}
