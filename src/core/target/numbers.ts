import type { GenerateConfig } from '../agent/agent.ts'
import type { ConfigDraft } from './config-draft.ts'
import type { Report } from './rule.ts'

/** Generation setting that holds a number. */
export type NumberSetting = {
  [Key in keyof GenerateConfig]-?: NonNullable<GenerateConfig[Key]> extends number ? Key : never
}[keyof GenerateConfig]

/** Numeric setting of an API: its name on the wire, and the numbers that it takes. */
export interface NumberRow {
  readonly wire: string
  readonly least?: number
  readonly most?: number
  readonly whole?: true
  /** Set if a refusal names both ends of the range. */
  readonly within?: true
}

/** Numeric settings of an API. */
export type NumberRows = { readonly [key in NumberSetting]?: NumberRow }

/** Returns a row whose refusals name both ends of the range. */
export const within = (wire: string, least: number, most: number): NumberRow => ({
  ...{ wire, least, most },
  within: true,
})

/** Returns why a setting does not take a number; null if it does. */
export function refusedNumber(
  { least = -Infinity, most = Infinity, whole, within: both }: NumberRow,
  value: number,
): string | null {
  if (whole && !Number.isSafeInteger(value)) return `${value} is not a whole number`
  if (value >= least && value <= most) return null
  if (both) return `${value} is not within ${least} and ${most}`
  return value > most ? `${value} is more than ${most}` : `${value} is less than ${least}`
}

/** Writes the numeric settings that an API and the model take, and drops the others. */
export function emitNumbers<Request extends object>(
  config: { readonly [key in NumberSetting]?: number | undefined },
  { set, drop }: ConfigDraft<Request>,
  rows: NumberRows,
  whyFixed: (key: NumberSetting, value: number) => string | null,
): void {
  for (const [key, row] of Object.entries(rows) as [NumberSetting, NumberRow][]) {
    const value = config[key]
    if (value === undefined) continue
    const why = refusedNumber(row, value) ?? whyFixed(key, value)
    if (why === null) set(row.wire as keyof Request, value as Request[keyof Request], key)
    else drop(key, why)
  }
}

/** Reports every number of a request that is out of its range. */
export function checkNumbers(request: object, report: Report, rows: NumberRows, base = ''): void {
  for (const row of Object.values(rows)) {
    const value = (request as Readonly<Record<string, unknown>>)[row.wire]
    const why = typeof value === 'number' ? refusedNumber(row, value) : null
    if (why !== null) report(`${base}/${row.wire}`, why)
  }
}
