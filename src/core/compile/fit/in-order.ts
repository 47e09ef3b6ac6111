import type { Floor } from './provider-compaction.ts'

/**
 * Returns conversation units with those that a provider's compaction replaces behind the unit `last` of the floor.
 * There they change nothing before the reasoning of the units in between.
 */
export function sortAroundCompaction<Unit extends { readonly ordinal: number }>(
  sent: readonly Unit[],
  { from, last }: Floor,
): readonly Unit[] {
  const first = sent.findIndex(({ ordinal }) => ordinal >= from)
  const later = sent.findIndex(({ ordinal }) => ordinal > last)
  if (first <= 0) return sent
  const end = later < 0 ? sent.length : later
  return [...sent.slice(first, end), ...sent.slice(0, first), ...sent.slice(end)]
}

/**
 * Returns conversation units in the order in which they are sent. If an event made an old unit visible again, the unit
 * is sent after that event.
 */
export function sortUnitsForSending<Unit extends { readonly ordinal: number }>(
  sent: readonly Unit[],
  orderOf: (ordinal: number) => number,
): readonly Unit[] {
  const moved: { readonly unit: Unit; readonly order: number }[] = []
  for (const unit of sent) {
    const order = orderOf(unit.ordinal)
    if (order !== unit.ordinal) moved.push({ unit, order })
  }
  if (moved.length === 0) return sent
  const isMoved = new Set(moved.map(({ unit }) => unit))
  moved.sort((left, right) => left.order - right.order)
  const placed: Unit[] = []
  // The list is processed from its end, because a moved unit follows the last unmoved unit with a smaller order.
  for (const unit of sent.toReversed()) {
    if (isMoved.has(unit)) continue
    for (let last = moved.at(-1); last && last.order > unit.ordinal; last = moved.at(-1)) {
      placed.push(last.unit)
      moved.pop()
    }
    placed.push(unit)
  }
  return [...moved.map(({ unit }) => unit), ...placed.reverse()]
}
