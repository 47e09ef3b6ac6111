import { stableJSON } from './canonical.ts'

/** Error that no request option prevents. */
export interface Refusal {
  readonly status: 400 | 404 | 529
  readonly message: string
  /** The vendor's code of the error; null if the vendor's pages name none. */
  readonly code: string | null
}

/** Returns the refusal of a malformed request. */
export const badRequest = (message: string, code: string | null = null): Refusal => ({
  status: 400,
  message,
  code,
})

/** Returns an estimate of the tokens of a value: four characters of its JSON are one token. */
export const estimateTokens = (value: unknown): number => Math.ceil(stableJSON(value, false).length / 4)
