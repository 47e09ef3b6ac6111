import type { Diagnostic } from './diagnostic.ts'

/**
 * Error that an adapter throws inside a framework when no request can be made. All adapters throw this class, so
 * `instanceof` works with an import from any entry.
 *
 * @example
 * import { ContextError } from 'ctxc/ai-sdk'
 *
 * const explain = (error: unknown): string =>
 *   error instanceof ContextError ? error.diagnostics.map(({ message }) => message).join('\n') : String(error)
 * console.log(explain(new ContextError([])))
 */
export class ContextError extends Error {
  override readonly name = 'ContextError'
  /** Code of the first error; null if there is none. */
  readonly code: string | null
  /** Advice of the first error that has any; null for none. */
  readonly help: string | null
  /** Reasons why there is no request, errors first. */
  readonly diagnostics: readonly Diagnostic[]

  constructor(diagnostics: readonly Diagnostic[]) {
    const errors = diagnostics.filter(({ level }) => level === 'error')
    const reasons = errors.map(
      ({ code, message, help }) => `${code}: ${message}${help === null ? '' : ` (${help})`}`,
    )
    super(`the context could not be compiled: ${reasons.join('; ') || 'no reason was given'}`)
    this.code = errors[0]?.code ?? null
    this.help = errors.find(({ help }) => help !== null)?.help ?? null
    this.diagnostics = diagnostics
  }
}
