/** Returns the first index for which a monotonic test holds, by bisection; `length` if it never holds. */
export function firstIndex(length: number, holds: (index: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** Adds items to a list; a call that spreads them would fail for more than about 120,000. */
export function addAll<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item)
}

/** Returns the largest of some numbers and a first one; works for lists of any length. */
export const largestOf = (numbers: readonly number[], first: number): number =>
  numbers.reduce((most, one) => Math.max(most, one), first)

/** Returns the smallest of some numbers and a first one. */
export const smallestOf = (numbers: readonly number[], first: number): number =>
  numbers.reduce((least, one) => Math.min(least, one), first)
