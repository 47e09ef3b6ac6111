import type { Diagnostic } from '../../diag/diagnostic.ts'
import type { Compiled } from '../contract/result.ts'

/**
 * Returns a result with other diagnostics. Fields that are computed on first access are not computed by this function.
 */
export const withDiagnostics = (compiled: Compiled, diagnostics: readonly Diagnostic[]): Compiled =>
  diagnostics.length === compiled.diagnostics.length &&
  diagnostics.every((said, index) => said === compiled.diagnostics[index])
    ? compiled
    : Object.defineProperties({} as Compiled, {
        ...Object.getOwnPropertyDescriptors(compiled),
        diagnostics: { value: diagnostics, enumerable: true },
      })
