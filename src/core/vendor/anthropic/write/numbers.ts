import type { GenerateConfig } from '../../../agent/agent.ts'
import type { AnthropicRequest } from './request.ts'
import { thinkingMode } from './thinking.ts'

/** Numeric sampling setting. */
export interface Range {
  readonly key: 'temperature' | 'top_p' | 'top_k'
  readonly setting: keyof GenerateConfig
  readonly refuses: (value: number) => string | null
}

const share = (value: number): string | null =>
  value >= 0 && value <= 1 ? null : `${value} is not within 0 and 1`
const whole = (value: number): string | null =>
  Number.isSafeInteger(value) ? null : `${value} is not a whole number`

/** Numeric sampling settings and their checks. For `top_k`, the API refuses only fractions. */
export const ranges: readonly Range[] = [
  { key: 'temperature', setting: 'temperature', refuses: share },
  { key: 'top_p', setting: 'topP', refuses: share },
  { key: 'top_k', setting: 'topK', refuses: whole },
]

/** Whether a request may set an output limit of zero, with which it only warms the cache. */
export function mayWarm(request: AnthropicRequest): boolean {
  const { tool_choice: choice, output_config: output } = request
  const stream = (request as { stream?: unknown }).stream === true
  const forced = choice?.type === 'any' || choice?.type === 'tool'
  return !stream && !forced && !output?.format && thinkingMode(request) !== 'enabled'
}

/** Returns the output limit as a whole number of zero or more, which the API requires. */
export const outputTokens = (asked: number): number =>
  Number.isFinite(asked) ? Math.max(0, Math.floor(asked)) : 1

/** A27: the numbers of a request are in the ranges that the API accepts. */
export function checkNumbers(
  request: AnthropicRequest,
  report: (pointer: string, message: string) => void,
): void {
  for (const { key, refuses } of ranges) {
    const value = request[key]
    const why = value === undefined ? null : refuses(value)
    if (why !== null) report(`/${key}`, why)
  }
  const { max_tokens: most } = request
  if (!Number.isSafeInteger(most) || most < 0)
    report('/max_tokens', 'it is a whole number, and not less than 0')
  else if (most === 0 && !mayWarm(request))
    report('/max_tokens', 'none are asked for, and more than a warm cache')
}
