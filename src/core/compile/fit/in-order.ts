/**
 * Returns conversation units in the order in which they are sent. If an event made an old unit visible again, the unit
 * is sent after that event.
 */
export function sortUnitsForSending<Unit extends { readonly ordinal: number }>(
  sent: readonly Unit[],
  orderOf: (ordinal: number) => number,
): readonly Unit[] {
  const moved = sent.flatMap(unit => {
    const order = orderOf(unit.ordinal)
    return order === unit.ordinal ? [] : [{ unit, order }]
  })
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
