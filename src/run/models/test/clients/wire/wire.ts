import type { ModelClient } from '../../../model-client.ts'
import type { Reply } from '../provider.ts'
import type { Said } from '../said.ts'

/** Form in which a provider writes an answer, and the official client for it. */
export interface Wire {
  readonly model: string
  /** Returns a ctxc client over the official client. */
  readonly client: (url: string) => ModelClient
  /** Calls the provider through the official client, without streaming. */
  readonly unary: (url: string, request: object) => Promise<object>
  /** Returns the body of a reply without streaming. */
  readonly body: (said: Said) => object
  /** Returns the pieces of a streamed reply. */
  readonly pieces: (said: Said) => string[]
  /** Returns the body of an error. */
  readonly error: (status: number) => object
  /** Returns the reply of a provider that asks to wait some seconds before the next call. */
  readonly limited: (seconds: number) => Reply
  /** Piece of a stream that reports an error. */
  readonly errorPiece: string
}
