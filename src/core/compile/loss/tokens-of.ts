import type { Counter } from '../../count/counter.ts'
import type { ReasoningPart } from '../../ir/reasoning.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import { sealedTexts } from '../../target/seals.ts'
import { reasoningIndexes } from './thoughts.ts'

/** Reasoning of one event that is lost: a number of parts. */
interface LostParts {
  readonly unit: number
  readonly seq: number
  readonly lost: number
}

/**
 * Returns the tokens of lost reasoning: its share of the reasoning tokens that the provider reported for the answer, or
 * a count of the parts if nothing was reported.
 */
export function tokensOfReasoning(
  session: SessionView,
  { unit, seq, lost }: LostParts,
  counter: Counter,
): { readonly tokens: number; readonly reported: number } {
  const events = session.units.rows.seqsOf(unit).map(at => session.event(at))
  const spent = events.reduce((sum, { actions }) => sum + (actions?.usage?.reasoningTokens ?? 0), 0)
  if (spent > 0) {
    const all = events.reduce((sum, { parts }) => sum + reasoningIndexes(parts).length, 0)
    const tokens = Math.round((spent * lost) / Math.max(lost, all))
    return { tokens, reported: tokens }
  }
  const { parts } = session.event(seq)
  const counted = reasoningIndexes(parts).map(index => countPart(parts[index] as ReasoningPart, counter))
  const sum = counted.reduce((total, tokens) => total + tokens, 0)
  return { tokens: Math.round((sum * lost) / Math.max(lost, counted.length)), reported: 0 }
}

const countPart = ({ text, native }: ReasoningPart, counter: Counter): number =>
  sealedTexts(native?.payload ?? {}).reduce(
    (sum, sealed) => sum + counter.sealed(sealed).estimate,
    counter.text(text).estimate,
  )
