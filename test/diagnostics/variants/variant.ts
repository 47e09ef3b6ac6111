import type { Code } from '../../../src/core/diag/catalogue.ts'
import type { Diagnostic } from '../../../src/core/diag/diagnostic.ts'

/** Real input that raises a code with another text than the example of its explain page. */
export interface Variant {
  readonly code: Code
  /** Name of the case in the golden file. */
  readonly title: string
  readonly raise: () => Promise<{ readonly diagnostics: readonly Diagnostic[] }>
}

/** Creates a variant. */
export const variant = (code: Code, title: string, raise: Variant['raise']): Variant => ({
  code,
  title,
  raise,
})
