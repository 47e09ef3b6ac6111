/** Facts about an error of a provider. */
export interface ModelErrorFacts {
  /** HTTP status; undefined for an error in a stream that had already begun. */
  readonly status?: number | undefined
  /** The provider's code of the error, such as `overloaded_error`. */
  readonly code?: string | undefined
  readonly cause?: unknown
}

/**
 * Error that a provider sent inside a stream, or error of a stream that ended too early. For HTTP errors, the
 * provider's own client throws its own.
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
