import { checkNumbers, closedRangeRow, type NumberRows } from '../../../target/numbers.ts'
import type { Report } from '../../../target/rule.ts'
import { claudeNumbers } from '../../anthropic/write/numbers.ts'
import type { Vendor } from '../rows/vendor.ts'
import type { AISDKRequest } from './request.ts'

const rows: NumberRows = {
  temperature: closedRangeRow('temperature', 0, 2),
  topP: closedRangeRow('topP', 0, 1),
  topK: { wire: 'topK', whole: true },
  presencePenalty: closedRangeRow('presencePenalty', -2, 2),
  frequencyPenalty: closedRangeRow('frequencyPenalty', -2, 2),
  seed: { wire: 'seed', whole: true },
}

const ofClaude: NumberRows = { ...rows, temperature: claudeNumbers.temperature }

/** Returns the numeric settings, by the AI SDK's names, with the numbers that a provider accepts. */
export const numericSettingsOf = (vendor: Vendor): NumberRows => (vendor === 'anthropic' ? ofClaude : rows)

/** Checks rule S13: the numbers of a request are in the ranges that the AI SDK and the provider accept. */
export function checkCallNumbers(request: AISDKRequest, vendor: Vendor, report: Report): void {
  checkNumbers(request, report, numericSettingsOf(vendor))
  const { maxOutputTokens: most } = request
  if (most !== undefined && !(Number.isSafeInteger(most) && most >= 1))
    report('/maxOutputTokens', 'it is a whole number, and not less than 1')
}
