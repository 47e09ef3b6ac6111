import type { FindingNote } from '../../diag/collect.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { ReasoningCount } from '../contract/result.ts'
import type { History } from '../fit/choice.ts'

const isLoss = ({ kind }: FindingNote): boolean => kind.startsWith('CX7007')

/**
 * Counts the reasoning parts in the agent's answers: those that this request contains, and those that are missing from
 * it.
 */
export function reasoningOf(
  session: SessionView,
  { sent }: Pick<History, 'sent'>,
  fixed: readonly FindingNote[],
): ReasoningCount {
  const { units } = session
  const { rows } = units
  const shown = new Set(sent.map(({ ordinal }) => ordinal))
  let all = 0
  let lost = [...sent.flatMap(({ notes }) => notes), ...fixed].filter(isLoss).length
  for (let ordinal = 0; ordinal < rows.length; ordinal++) {
    if (rows.ownKindOf(ordinal) !== 'model' || (units.isHidden(ordinal) && !rows.isCovered(ordinal))) continue
    const own = reasoningPartsIn(session, ordinal)
    all += own
    if (!shown.has(ordinal)) lost += own
  }
  return { sent: Math.max(0, all - lost), lost }
}

function reasoningPartsIn(session: SessionView, ordinal: number): number {
  const { rows } = session.units
  const seqs = new Set(rows.spansOf(ordinal).map(index => rows.spans.spanAtIndex(index).seq))
  const parts = [...seqs].flatMap(seq => session.event(seq).parts)
  return parts.filter(({ kind }) => kind === 'reasoning').length
}
