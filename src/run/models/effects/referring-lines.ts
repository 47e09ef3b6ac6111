import type { SummaryStatement } from '../../../core/effect/summarize/handler.ts'
import { statementsFromLines } from '../../../core/effect/summarize/read-summary.ts'

/**
 * Minimum share of an answer's lines that must refer to messages. A refusal has fewer, and so does an answer that
 * continues the work.
 */
const leastReferring = 1 / 2

/**
 * Returns the lines of an answer that refer to messages, as statements of a summary. Null if most lines refer to none,
 * because the answer is then no summary.
 */
export function statementsInLines(text: string): { readonly statements: readonly SummaryStatement[] } | null {
  const lines = statementsFromLines(text)
  const statements = lines.filter(({ from }) => from !== undefined)
  return statements.length > 0 && statements.length >= leastReferring * lines.length ? { statements } : null
}
