/** Facts about an error of a provider. */
export interface ModelErrorFacts {
  /** HTTP status; undefined for an error in a stream that had begun. */
  readonly status?: number | undefined
  /** The provider's word for the error, such as `overloaded_error`. */
  readonly code?: string | undefined
  readonly cause?: unknown
}

/**
 * Error of a provider that came inside a stream, or of a stream that ended too early. Errors of HTTP are those of the
 * provider's own client.
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
