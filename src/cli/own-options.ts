import type { Compiled } from '../core/compile/contract/result.ts'
import type { Diagnostic } from '../core/diag/diagnostic.ts'

/** Replaces `compile` options in a diagnostic's advice by command-line options. The option `low` has no equivalent. */
const toCommandOptions = (help: string): string =>
  (help.split(', or budget.low to ', 1)[0] ?? help)
    .replaceAll('budget.input', '--budget')
    .replaceAll('budget.aim', '--aim')
    .replace(/^set target to one of /, 'give --model NAME, or --target with one of ')
    .replace(/^give a budget in tokens/, 'give --model NAME, or --budget TOKENS')
    .replace(/^set model, /, 'give --model NAME, ')

/** Returns a compile result whose diagnostics advise command-line options instead of `compile` options. */
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
