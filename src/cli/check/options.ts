import type { Level } from '../../core/diag/catalogue.ts'
import { type Code, isDiagnosticCode } from '../../core/diag/catalogue.ts'
import type { Diagnostic } from '../../core/diag/diagnostic.ts'
import { type Check, check, oneOf } from '../../core/form/check.ts'
import { type OptionsForm, readOptions } from '../../core/form/options.ts'
import { isObject } from '../../core/ir/json.ts'
import type { ModelRow } from '../../core/ir/model.ts'
import { assertModelRows } from '../../core/target/rows/assert-rows.ts'

/** Options of `check`. */
export interface CheckOptions {
  /** Levels that replace the default levels of findings, by code: `{ CX1009: 'off' }`. */
  readonly levels?: Readonly<Partial<Record<Code, Level | 'off'>>>
  /** Table rows of models that ctxc does not know, as for `compile`. */
  readonly modelRows?: readonly ModelRow[]
}

/** Levels that the option `levels` can set for a finding. */
export const levels = ['error', 'warn', 'info', 'off'] as const

/** Codes of other modules that `check` reports too. The own codes of `check` begin with CX10. */
const shared: ReadonlySet<string> = new Set(['CX6016', 'CX7020'])

/** Whether `check` reports findings with a code. The levels of all other provider rules are fixed. */
export const isChecked = (code: string): boolean => code.startsWith('CX10') || shared.has(code)

const levelsByCode: Check = (given, at) => {
  check('an object: { CX1009: "off" }', isObject)(given, at)
  for (const [code, level] of Object.entries(given as object)) {
    if (!isDiagnosticCode(code) || !isChecked(code))
      throw at.wrong(`has '${code}', which is nothing that check finds`)
    oneOf(levels)(level, at.in(code))
  }
}

const form: OptionsForm<CheckOptions> = { takes: { levels: levelsByCode, modelRows: assertModelRows } }

/** Throws a TypeError for invalid options of `check`. */
export function assertCheckOptions(options: CheckOptions): void {
  readOptions(form, options, 'check')
}

/** Codes of findings that are no faults. They are reported only if the option `levels` sets their level. */
const silent: ReadonlySet<Code> = new Set(['CX1020', 'CX1022'])

/** Returns the level of a finding, as set by the option `levels` or by default. */
export const findingLevel = ({ code, level }: Diagnostic, options: CheckOptions): Level | 'off' =>
  options.levels?.[code] ?? (silent.has(code) ? 'off' : level)
