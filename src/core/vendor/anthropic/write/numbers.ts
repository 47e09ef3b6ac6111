import { checkNumbers, closedRangeRow, type NumberRows } from '../../../target/numbers.ts'
import type { Report } from '../../../target/rule.ts'
import type { AnthropicRequest } from './request.ts'
import { thinkingMode } from './thinking.ts'

/** Numeric sampling settings and their checks. For `top_k`, the API refuses only fractions. */
export const claudeNumbers = {
  temperature: closedRangeRow('temperature', 0, 1),
  topP: closedRangeRow('top_p', 0, 1),
  topK: { wire: 'top_k', whole: true },
} as const satisfies NumberRows

/** Whether a request may set an output limit of zero. Such a request only fills the cache. */
export function mayWarm(request: AnthropicRequest): boolean {
  const { tool_choice: choice, output_config: output } = request
  const stream = (request as { stream?: unknown }).stream === true
  const forced = choice?.type === 'any' || choice?.type === 'tool'
  return !stream && !forced && !output?.format && thinkingMode(request) !== 'enabled'
}

/** Returns the output limit as a whole number of zero or more, which the API requires. */
export const outputTokens = (asked: number): number =>
  Number.isFinite(asked) ? Math.max(0, Math.floor(asked)) : 1

/** Checks rule A27: the numbers of a request are in the ranges that the API accepts. */
export function checkClaudeNumbers(request: AnthropicRequest, report: Report): void {
  checkNumbers(request, report, claudeNumbers)
  const { max_tokens: most } = request
  if (!Number.isSafeInteger(most) || most < 0)
    report('/max_tokens', 'it is a whole number, and not less than 0')
  else if (most === 0 && !mayWarm(request))
    report('/max_tokens', 'none are asked for, and more than a warm cache')
}
