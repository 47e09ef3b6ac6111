import type { UsageSample } from '../../count/calibration.ts'
import { isObject } from '../../ir/json.ts'
import { parseJson } from '../../text/json.ts'

const isTokens = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0

/** Reads a provider's count of a request from the output of an effect; null if the text does not describe one. */
export function readStoredCount(output: string): UsageSample | null {
  const value = parseJson(output)
  if (!isObject(value)) return null
  const { model, estimate, reported } = value
  return typeof model === 'string' && isTokens(estimate) && isTokens(reported)
    ? { model, estimate, reported }
    : null
}
