import { isReasoningLoss } from '../../diag/reasoning.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { Fragment } from '../../target/target.ts'

/** Reasoning parts of one event in a unit that the agent's model wrote. */
export interface Thoughts {
  /** Sequence number of the event. */
  readonly seq: number
  /** Number of the event's reasoning parts that the unit's fragment contains. */
  readonly sent: number
  /** Whether the fragment contains every reasoning part of the event. */
  readonly isWhole: boolean
}

const none: readonly Thoughts[] = []

/** Returns the reasoning parts of a unit, by event, and how many of them its fragment contains. */
export function thoughtsIn(
  session: SessionView,
  ordinal: number,
  { messages, notes }: Pick<Fragment, 'messages' | 'notes'>,
): readonly Thoughts[] {
  const { units } = session
  const { rows } = units
  if (rows.ownKindOf(ordinal) !== 'model' || units.isForeign(ordinal)) return none
  const lost = new Set(notes.flatMap(({ kind, at }) => (isReasoningLoss(kind) ? [at] : [])))
  const isSent = (origin: string): boolean => messages.length > 0 && !lost.has(origin)
  const found = new Map<number, Thoughts>()
  for (const index of rows.spansOf(ordinal)) {
    const { seq, from, to } = rows.spans.spanAtIndex(index)
    const { parts } = session.event(seq)
    const all = reasoningIndexes(parts)
    const own = all.filter(part => part >= from && part < to)
    if (own.length === 0) continue
    const sent = (found.get(seq)?.sent ?? 0) + own.filter(part => isSent(`e:${seq}.${part}`)).length
    found.set(seq, { seq, sent, isWhole: sent === all.length })
  }
  return found.size === 0 ? none : [...found.values()]
}

/** Returns the indexes of the reasoning among the parts of an event. */
export const reasoningIndexes = (parts: readonly { readonly kind: string }[]): readonly number[] =>
  parts.flatMap(({ kind }, index) => (kind === 'reasoning' ? [index] : []))

/** Returns the units of an event's reasoning parts, one for each part, without the reasoning of other agents. */
export function ownReasoning(session: SessionView, seq: number): readonly number[] {
  const { units } = session
  const { rows } = units
  return reasoningIndexes(session.event(seq).parts).flatMap(part => {
    const unit = rows.spans.unitWith({ seq, part })
    return unit === null || rows.ownKindOf(unit) !== 'model' || units.isForeign(unit) ? [] : [unit]
  })
}

/** Returns the units of an event's reasoning parts that the agent is shown, or that a summary replaces. */
export const shownReasoning = (session: SessionView, seq: number): readonly number[] =>
  ownReasoning(session, seq).filter(
    unit => !session.units.isHidden(unit) || session.units.rows.isCovered(unit),
  )
