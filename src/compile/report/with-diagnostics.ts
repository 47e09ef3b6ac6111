import type { Diagnostic } from '../../diag/diagnostic.ts'
import type { Compiled } from '../contract/result.ts'

/** A compile with other diagnostics; all else is read from the compile itself, where somebody reads it. */
export const withDiagnostics = (compiled: Compiled, diagnostics: readonly Diagnostic[]): Compiled =>
  diagnostics.length === compiled.diagnostics.length
    ? compiled
    : Object.defineProperties({} as Compiled, {
        ...Object.getOwnPropertyDescriptors(compiled),
        diagnostics: { value: diagnostics, enumerable: true },
      })
