/** Another one goes first in every round; every other round goes backwards, so that neighbours change too. */
export function orderOf<Item>(items: readonly Item[], round: number): Item[] {
  const order = round % 2 ? items.toReversed() : [...items]
  const start = round % items.length
  return [...order.slice(start), ...order.slice(0, start)]
}
