/** Adds items to a list: a call that spreads them fails for more than some 120,000. */
export function addAll<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item)
}

/** The largest of some numbers and a first one, however many there are. */
export const largestOf = (numbers: readonly number[], first: number): number =>
  numbers.reduce((most, one) => Math.max(most, one), first)

/** The smallest of some numbers and a first one. */
export const smallestOf = (numbers: readonly number[], first: number): number =>
  numbers.reduce((least, one) => Math.min(least, one), first)
