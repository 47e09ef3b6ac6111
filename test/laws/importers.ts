import { sendEventFacts } from '../../src/core/session/events.ts'
import { UnitFold } from '../../src/core/session/unit/unit-fold.ts'
import type { Conversation } from '../../src/from.ts'

const describe = (fold: UnitFold): unknown[] => {
  const { rows } = fold
  return [
    ...Array.from({ length: rows.length }, (_, ordinal) => {
      const unit = rows.unit(ordinal)
      return { ...unit, calls: unit.calls.map(call => rows.call(call)) }
    }),
    fold.openUnits(),
    rows.opaque,
  ]
}

/**
 * Returns the first difference between units folded from the messages and units folded from the imported events; empty if there
 * is none.
 */
export function scanDiffers({ session }: Conversation): string[] {
  const fold = new UnitFold()
  fold.eventAt = seq => session.event(seq)
  for (const event of session.events) sendEventFacts(event, fold)
  const [scanned, folded] = [describe(session.units), describe(fold)].map(rows =>
    rows.map(row => JSON.stringify(row)),
  )
  const at = scanned?.findIndex((row, index) => row !== folded?.[index]) ?? -1
  if (at >= 0 || scanned?.length !== folded?.length)
    return [`scanned ${scanned?.[at]}, but events give ${folded?.[at]}`]
  const seqs = session.events.findIndex(
    (event, seq) => event.seq !== seq || typeof event.author !== 'string' || !Array.isArray(event.parts),
  )
  return seqs < 0 ? [] : [`event ${seqs} has no author or place`]
}
