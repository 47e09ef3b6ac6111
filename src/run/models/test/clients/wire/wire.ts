import type { ModelClient } from '../../../model-client.ts'
import type { Reply } from '../provider.ts'
import type { Said } from '../said.ts'

/** Form in which a provider writes an answer, and the official client that reads it. */
export interface Wire {
  readonly model: string
  /** Returns a client of ours over the official one. */
  readonly client: (url: string) => ModelClient
  /** Calls the provider through the official client, without streaming. */
  readonly unary: (url: string, request: object) => Promise<object>
  /** Returns the body of a reply that is no stream. */
  readonly body: (said: Said) => object
  /** Returns the pieces of a stream. */
  readonly pieces: (said: Said) => string[]
  /** Returns the body of an error. */
  readonly error: (status: number) => object
  /** Returns the reply of a provider that wants the next call after some seconds. */
  readonly limited: (seconds: number) => Reply
  /** Piece of a stream that reports an error. */
  readonly errorPiece: string
}
