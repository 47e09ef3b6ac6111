import type { Compiled } from '../core/compile/contract/result.ts'
import type { Diagnostic } from '../core/diag/diagnostic.ts'

/** Replaces options of `compile` in advice by command-line options; the command line has no option for `low`. */
const toCommandOptions = (help: string): string =>
  (help.split(', or budget.low to ', 1)[0] ?? help)
    .replaceAll('budget.input', '--budget')
    .replace(/^set target to one of /, 'give --model NAME, or --target with one of ')
    .replace(/^give a budget in tokens/, 'give --model NAME, or --budget TOKENS')
    .replace(/^set model, /, 'give --model NAME, ')

/** Returns a compile result whose diagnostics advise command-line options; its other properties are unchanged. */
export function withOwnOptions(compiled: Compiled): Compiled {
  const diagnostics = compiled.diagnostics.map(
    (diagnostic): Diagnostic =>
      diagnostic.help === null ? diagnostic : { ...diagnostic, help: toCommandOptions(diagnostic.help) },
  )
  return Object.defineProperties({} as Compiled, {
    ...Object.getOwnPropertyDescriptors(compiled),
    diagnostics: { value: diagnostics, enumerable: true },
  })
}
