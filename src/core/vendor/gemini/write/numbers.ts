import type { GenerateConfig } from '../../../agent/agent.ts'
import type { Report } from '../../../target/rule.ts'
import type { GeminiRequest } from './request.ts'

/** Range of a numeric setting. */
interface Range {
  readonly least: number
  readonly most: number
  readonly whole?: true
}

/** Ranges of the numeric settings. A setting has the same name in `generateConfig` and on the wire. */
export const ranges = {
  temperature: { least: 0, most: 2 },
  topP: { least: 0, most: 1 },
  topK: { least: 1, most: 2 ** 31 - 1, whole: true },
  maxOutputTokens: { least: 1, most: 2 ** 31 - 1, whole: true },
  seed: { least: -(2 ** 31), most: 2 ** 31 - 1, whole: true },
  presencePenalty: { least: -2, most: 2 },
  frequencyPenalty: { least: -2, most: 2 },
} as const satisfies { readonly [key in keyof GenerateConfig]: Range }

/** Name of a numeric setting. */
export type NumberSetting = keyof typeof ranges

export const numberSettings = Object.keys(ranges) as NumberSetting[]

/** Maximum number of stop sequences in a request. */
export const mostStops = 5

/** Returns why a setting does not accept a number; null if it does. */
export function refusedNumber(key: NumberSetting, value: number): string | null {
  const { least, most, whole }: Range = ranges[key]
  if (whole && !Number.isSafeInteger(value)) return `${value} is not a whole number`
  if (!(value >= least)) return `${value} is less than ${least}`
  return value > most ? `${value} is more than ${most}` : null
}

/** G15: the numbers of a request are in range, and there are not too many stop sequences. */
export function checkNumbers({ config = {} }: GeminiRequest, report: Report): void {
  for (const key of numberSettings) {
    const value = config[key]
    const why = value === undefined ? null : refusedNumber(key, value)
    if (why !== null) report(`/config/${key}`, why)
  }
  if ((config.stopSequences?.length ?? 0) > mostStops)
    report('/config/stopSequences', `more than ${mostStops} of them`)
}
