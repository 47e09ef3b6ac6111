import type { Origin } from '../../ir/origin.ts'

/** A piece of the beginning of a request that later requests of the session begin with too. */
export interface PrefixPiece {
  /** JSON pointer into the request. */
  readonly pointer: string
  /** It as JSON, without cache marks, behind the role that it stands in. */
  readonly text: string
  /** Origin of the text: of several origins, the first that is not the compiler's own. */
  readonly origin: Origin
}
