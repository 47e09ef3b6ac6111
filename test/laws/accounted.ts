import type { Part } from '../../src/core/ir/part.ts'
import { recaller } from '../effect/recall.ts'
import type { Law } from './law.ts'
import { fatesOf, isShaped } from './shown.ts'

/** Law 5: the ledger's rows tile the units, and none says less than it should. */
export const accounted: Law = {
  name: '5 accounted',
  check(outcome) {
    const { conversation, result } = outcome
    const { rows } = result.ledger
    const complaints: string[] = []
    let next = 0
    for (const { from, to, before, after } of rows) {
      if (from !== next || to <= from) complaints.push(`a row from ${from} to ${to} where ${next} was due`)
      if (!(before >= 0) || !(after >= 0)) complaints.push('a row without a size')
      next = to
    }
    if (next !== conversation.session.units.rows.length) complaints.push('the rows do not reach the end')
    if (result.ok) complaints.push(...missingTexts(outcome), ...coveredByNothing(outcome))
    const trimmed = result.diagnostics.find(({ code }) => code === 'CX4003')?.data?.units
    const dropped = rows.reduce(
      (sum, { from, to, reason }) => sum + (reason === 'over-budget' ? to - from : 0),
      0,
    )
    if (result.ok && trimmed !== undefined && dropped !== trimmed)
      complaints.push(`${dropped} units were dropped, and ${String(trimmed)} are said to be`)
    return complaints
  },
}

function missingTexts(outcome: Parameters<Law['check']>[0]): string[] {
  const complaints: string[] = []
  for (const { unit, fate, reason, texts, found, edits } of fatesOf(outcome)) {
    if (fate === 'kept' && !isShaped(edits))
      // The ledger shows only the names of files in found units.
      for (const text of texts.filter(
        item => !found(item) && !(reason === 'relevant' && item.what === 'document'),
      ))
        complaints.push(
          `kept ${unit.kind} unit without its ${text.what}: ${JSON.stringify(text.text.slice(0, 60))}`,
        )
    if (reason === 'nothing-to-show' && texts.length > 0)
      complaints.push(`nothing to show in a ${unit.kind} unit that holds a ${texts[0]?.what}`)
  }
  return complaints
}

/** Whether a part is a provider's compaction, in the form of its API or of the AI SDK. */
const isCompaction = (part: Part): boolean =>
  part.kind === 'opaque' && (part.type === 'compaction' || part.payload.kind === 'openai.compaction')

/** Lists units that the ledger reports as part of a provider's compaction, though the request has no compaction after them. */
function coveredByNothing({ conversation, result }: Parameters<Law['check']>[0]): string[] {
  // The pass of the effects' tests begins a history as a compaction does, without one.
  if (conversation.agent.name === recaller) return []
  const covered = result.ledger.rows.findLast(({ reason }) => reason === 'covered-by-provider')
  if (covered === undefined) return []
  const { session } = conversation
  const { rows } = session.units
  const sent = new Set(result.map.flatMap(({ segments }) => segments.map(({ origin }) => origin)))
  for (let ordinal = covered.to; ordinal < rows.length; ordinal++)
    for (const { seq, from, to } of rows.unit(ordinal).spans)
      for (const [index, part] of session.event(seq).parts.slice(from, to).entries())
        if (isCompaction(part) && sent.has(`e:${seq}.${from + index}`)) return []
  return ['units are covered by a compaction that is not sent']
}
