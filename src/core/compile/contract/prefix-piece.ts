import type { Origin } from '../../ir/origin.ts'

/** A piece of the prefix that a request shares with later requests of the session. */
export interface PrefixPiece {
  /** JSON pointer into the request. */
  readonly pointer: string
  /** Role of the message, followed by the piece as JSON without cache marks. */
  readonly text: string
  /** Origin of the text; if there are several, the first that is not the compiler's own. */
  readonly origin: Origin
}
