import type { NumberRow, NumberRows } from '../../../../target/numbers.ts'

const whole = (wire: string, least: number): NumberRow => ({ wire, least, whole: true })

/** Numeric settings that both APIs share. */
const sampling = {
  temperature: { wire: 'temperature', least: 0, most: 2 },
  topP: { wire: 'top_p', least: 0, most: 1 },
} as const satisfies NumberRows

/** Numeric settings of Responses. Only this API refuses an output limit of fewer than 16 tokens. */
export const responsesNumbers: NumberRows = { ...sampling, maxOutputTokens: whole('max_output_tokens', 16) }

/** Numeric settings of Chat Completions. */
export const chatNumbers: NumberRows = {
  ...sampling,
  maxOutputTokens: whole('max_completion_tokens', 1),
  seed: whole('seed', Number.MIN_SAFE_INTEGER),
  presencePenalty: { wire: 'presence_penalty', least: -2, most: 2 },
  frequencyPenalty: { wire: 'frequency_penalty', least: -2, most: 2 },
}
