/** Facts about a provider's error. */
export interface ModelErrorFacts {
  /** HTTP status; undefined if the error came in a stream that had already begun. */
  readonly status?: number | undefined
  /** The provider's error code, such as `overloaded_error`. */
  readonly code?: string | undefined
  readonly cause?: unknown
}

/**
 * Error that a provider sent inside a stream, or error for a stream that ended too early. For HTTP errors, the
 * provider's official client throws its own errors instead.
 *
 * @example
 * import { ModelError } from 'ctxc/run'
 *
 * const error = new ModelError('Overloaded', { code: 'overloaded_error' })
 * console.log(error.code) // overloaded_error
 */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly status: number | undefined
  readonly code: string | undefined

  constructor(message: string, { status, code, cause }: ModelErrorFacts = {}) {
    super(message, cause === undefined ? {} : { cause })
    this.status = status
    this.code = code
  }
}
