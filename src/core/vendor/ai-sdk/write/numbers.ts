import type { Vendor } from '../rows/vendor.ts'
import type { AISDKRequest } from './request.ts'

type NumberKey = 'temperature' | 'topP' | 'topK' | 'presencePenalty' | 'frequencyPenalty' | 'seed'

interface Refusal {
  readonly key: NumberKey
  /** Returns why a value would be refused; null if it would not. */
  readonly refuses: (value: number, vendor: Vendor) => string | null
}

const within =
  (least: number, most: (vendor: Vendor) => number): Refusal['refuses'] =>
  (value, vendor) =>
    value >= least && value <= most(vendor) ? null : `${value} is not within ${least} and ${most(vendor)}`

const whole: Refusal['refuses'] = value =>
  Number.isSafeInteger(value) ? null : `${value} is not a whole number`

/** Numeric settings, by the AI SDK's names, and the values that providers refuse. */
export const refusals: readonly Refusal[] = [
  { key: 'temperature', refuses: within(0, vendor => (vendor === 'anthropic' ? 1 : 2)) },
  { key: 'topP', refuses: within(0, () => 1) },
  { key: 'topK', refuses: whole },
  { key: 'presencePenalty', refuses: within(-2, () => 2) },
  { key: 'frequencyPenalty', refuses: within(-2, () => 2) },
  { key: 'seed', refuses: whole },
]

/** S13: the numbers of a request are in the ranges that the AI SDK and the provider take. */
export function checkNumbers(
  request: AISDKRequest,
  vendor: Vendor,
  report: (pointer: string, message: string) => void,
): void {
  for (const { key, refuses } of refusals) {
    const value = request[key]
    const why = value === undefined ? null : refuses(value, vendor)
    if (why !== null) report(`/${key}`, why)
  }
  const { maxOutputTokens: most } = request
  if (most !== undefined && !(Number.isSafeInteger(most) && most >= 1))
    report('/maxOutputTokens', 'it is a whole number, and not less than 1')
}
