import { checkNumbers, type NumberRow, type NumberRows } from '../../../target/numbers.ts'
import type { Report } from '../../../target/rule.ts'
import type { GeminiRequest } from './request.ts'

const wholeNumberRow = (wire: string, least: number): NumberRow => ({
  wire,
  least,
  most: 2 ** 31 - 1,
  whole: true,
})

/** Numeric settings, which have the same names in `generateConfig` and on the wire. */
export const geminiNumbers: NumberRows = {
  temperature: { wire: 'temperature', least: 0, most: 2 },
  topP: { wire: 'topP', least: 0, most: 1 },
  topK: wholeNumberRow('topK', 1),
  maxOutputTokens: wholeNumberRow('maxOutputTokens', 1),
  seed: wholeNumberRow('seed', -(2 ** 31)),
  presencePenalty: { wire: 'presencePenalty', least: -2, most: 2 },
  frequencyPenalty: { wire: 'frequencyPenalty', least: -2, most: 2 },
}

/** Maximum number of stop sequences in a request. */
export const mostStops = 5

/** Checks rule G15: the numbers of a request are in range, and there are not too many stop sequences. */
export function checkConfigNumbers({ config = {} }: GeminiRequest, report: Report): void {
  checkNumbers(config, report, geminiNumbers, '/config')
  if ((config.stopSequences?.length ?? 0) > mostStops)
    report('/config/stopSequences', `more than ${mostStops} of them`)
}
