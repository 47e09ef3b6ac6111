import type { SummaryStatement } from '../../../core/effect/summarize/handler.ts'
import { linesOf } from '../../../core/effect/summarize/read-summary.ts'

/** Least share of the lines that must refer to messages: a refusal, or an answer that goes on with the work, does not. */
const leastReferring = 1 / 2

/** Returns the lines of an answer that refer to messages, as statements; null if the answer is no summary, since most do not. */
export function referringLines(text: string): { readonly statements: readonly SummaryStatement[] } | null {
  const lines = linesOf(text)
  const statements = lines.filter(({ from }) => from !== undefined)
  return statements.length > 0 && statements.length >= leastReferring * lines.length ? { statements } : null
}
