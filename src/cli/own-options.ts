import type { Compiled } from '../compile/contract/result.ts'
import type { Diagnostic } from '../diag/diagnostic.ts'

/** Options of `compile` that advice names, as the command line spells them; it has none for `low`. */
const spelt = (help: string): string =>
  (help.split(', or budget.low to ', 1)[0] ?? help).replaceAll('budget.input', '--budget')

/** A compile whose diagnostics advise the options of the command line; all else is read from the compile itself. */
export function withOwnOptions(compiled: Compiled): Compiled {
  const diagnostics = compiled.diagnostics.map(
    (diagnostic): Diagnostic =>
      diagnostic.help === null ? diagnostic : { ...diagnostic, help: spelt(diagnostic.help) },
  )
  return Object.defineProperties({} as Compiled, {
    ...Object.getOwnPropertyDescriptors(compiled),
    diagnostics: { value: diagnostics, enumerable: true },
  })
}
