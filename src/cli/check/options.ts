import { type Code, isDiagnosticCode } from '../../core/diag/catalogue.ts'
import type { Diagnostic } from '../../core/diag/diagnostic.ts'
import type { Level } from '../../core/diag/level.ts'
import { assertOptionNames } from '../../core/form/assert-option-names.ts'
import { Path } from '../../core/form/path.ts'
import { isObject } from '../../core/ir/json.ts'
import type { ModelRow } from '../../core/ir/model.ts'
import { assertModelRows } from '../../core/target/rows/assert-rows.ts'

/** Options of `check`. */
export interface CheckOptions {
  /** Other levels for findings, by code: `{ CX1009: 'off' }`. */
  readonly levels?: Readonly<Partial<Record<Code, Level | 'off'>>>
  /** Rows of models that ctxc does not know, as in `compile`. */
  readonly modelRows?: readonly ModelRow[]
}

/** Levels that a finding can be given. */
export const levels = ['error', 'warn', 'info', 'off'] as const

/** Codes that `check` reports besides its own, which begin with CX10. */
const shared: ReadonlySet<string> = new Set(['CX6016', 'CX7020'])

/** Whether `check` reports a code. The levels of other rules of a provider cannot be changed. */
export const isChecked = (code: string): boolean => code.startsWith('CX10') || shared.has(code)

/** Rejects invalid options. */
export function assertCheckOptions(options: CheckOptions): void {
  if (!isObject(options)) throw new TypeError('the options of check must be an object')
  assertOptionNames(options, ['levels', 'modelRows'], 'check')
  if (options.modelRows !== undefined) assertModelRows(options.modelRows, Path.named('modelRows'))
  const given = options.levels
  if (given === undefined) return
  if (!isObject(given)) throw new TypeError('levels must be an object: { CX1009: "off" }')
  for (const [code, level] of Object.entries(given)) {
    if (!isDiagnosticCode(code) || !isChecked(code))
      throw new TypeError(`levels: '${code}' is nothing that check finds`)
    if (!levels.includes(level as Level))
      throw new TypeError(`levels.${code} must be one of ${levels.join(', ')}, got '${String(level)}'`)
  }
}

/** Codes of facts that are no faults, reported only if the options set a level. */
const silent: ReadonlySet<Code> = new Set(['CX1020', 'CX1022'])

/** Returns the level of a finding. */
export const levelOf = ({ code, level }: Diagnostic, options: CheckOptions): Level | 'off' =>
  options.levels?.[code] ?? (silent.has(code) ? 'off' : level)
