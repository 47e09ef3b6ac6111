import type { Diagnostic } from '../diag/diagnostic.ts'

/**
 * No good request could be made of what the app wants to send: the diagnostics of level error say why.
 *
 * @example
 * import { ContextError } from 'ctxc/ai-sdk'
 *
 * const explain = (error: unknown): string =>
 *   error instanceof ContextError ? error.diagnostics.map(({ message }) => message).join('\n') : String(error)
 * console.log(explain(new ContextError([])))
 */
export class ContextError extends Error {
  readonly diagnostics: readonly Diagnostic[]

  constructor(diagnostics: readonly Diagnostic[]) {
    const errors = diagnostics.filter(({ level }) => level === 'error')
    const reasons = errors.map(
      ({ code, message, help }) => `${code}: ${message}${help === null ? '' : ` (${help})`}`,
    )
    super(`the context could not be compiled: ${reasons.join('; ') || 'no reason was given'}`)
    this.name = 'ContextError'
    this.diagnostics = diagnostics
  }
}
