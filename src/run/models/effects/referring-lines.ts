import type { SummaryStatement } from '../../../core/effect/summarize/handler.ts'
import { linesOf } from '../../../core/effect/summarize/read-summary.ts'

/**
 * Minimum share of the lines that must refer to messages. A refusal, or an answer that continues the work, has fewer.
 */
const leastReferring = 1 / 2

/**
 * Returns the lines of an answer that refer to messages, as statements; null if most lines do not, so that the answer
 * is no summary.
 */
export function referringLines(text: string): { readonly statements: readonly SummaryStatement[] } | null {
  const lines = linesOf(text)
  const statements = lines.filter(({ from }) => from !== undefined)
  return statements.length > 0 && statements.length >= leastReferring * lines.length ? { statements } : null
}
