import type { Diagnostic } from './diagnostic.ts'

/** Says inside a framework that no request could be made: what its diagnostics of level error say. */
export class ContextError extends Error {
  override readonly name = 'ContextError'
  /** Why there is no request, errors first. */
  readonly diagnostics: readonly Diagnostic[]

  constructor(diagnostics: readonly Diagnostic[]) {
    const errors = diagnostics.filter(({ level }) => level === 'error')
    super(errors.map(({ code, message }) => `${code}: ${message}`).join('; '))
    this.diagnostics = diagnostics
  }
}
