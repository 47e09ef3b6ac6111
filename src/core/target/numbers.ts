import type { GenerateConfig } from '../agent/agent.ts'
import type { ConfigDraft } from './config-draft.ts'
import type { Report } from './rule.ts'

/** Name of a generation setting whose value is a number. */
export type NumberSetting = {
  [Key in keyof GenerateConfig]-?: NonNullable<GenerateConfig[Key]> extends number ? Key : never
}[keyof GenerateConfig]

/** Numeric setting of an API: its wire name, and the numbers that the API accepts. */
export interface NumberRow {
  readonly wire: string
  readonly least?: number
  readonly most?: number
  readonly whole?: true
  /** Set if the diagnostic about a refused number names the minimum and the maximum. */
  readonly within?: true
}

/** Numeric settings of an API, by the name of the generation setting. */
export type NumberRows = { readonly [key in NumberSetting]?: NumberRow }

/** Returns the row of a setting whose diagnostics name the minimum and the maximum. */
export const closedRangeRow = (wire: string, least: number, most: number): NumberRow => ({
  ...{ wire, least, most },
  within: true,
})

/** Returns why an API refuses a number for a setting; null if it accepts the number. */
export function whyNumberRefused(
  { least = -Infinity, most = Infinity, whole, within: both }: NumberRow,
  value: number,
): string | null {
  if (whole && !Number.isSafeInteger(value)) return `${value} is not a whole number`
  if (value >= least && value <= most) return null
  if (both) return `${value} is not within ${least} and ${most}`
  return value > most ? `${value} is more than ${most}` : `${value} is less than ${least}`
}

/** Writes the numeric settings that the API and the model accept; drops and reports the others. */
export function emitNumbers<Request extends object>(
  config: { readonly [key in NumberSetting]?: number | undefined },
  { set, drop }: ConfigDraft<Request>,
  rows: NumberRows,
  whyFixed: (key: NumberSetting, value: number) => string | null,
): void {
  for (const [key, row] of Object.entries(rows) as [NumberSetting, NumberRow][]) {
    const value = config[key]
    if (value === undefined) continue
    const why = whyNumberRefused(row, value) ?? whyFixed(key, value)
    if (why === null) set(row.wire as keyof Request, value as Request[keyof Request], key)
    else drop(key, why)
  }
}

/** Reports every number of a request that is out of its range. */
export function checkNumbers(request: object, report: Report, rows: NumberRows, base = ''): void {
  for (const row of Object.values(rows)) {
    const value = (request as Readonly<Record<string, unknown>>)[row.wire]
    const why = typeof value === 'number' ? whyNumberRefused(row, value) : null
    if (why !== null) report(`${base}/${row.wire}`, why)
  }
}
