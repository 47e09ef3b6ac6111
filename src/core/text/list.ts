/** Returns the first index for which a monotonic test is true, by bisection; `length` if there is none. */
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

/** Adds items to a list; spreading more than about 120,000 items into a call would fail. */
export function addAll<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item)
}

/** Returns the largest of some numbers and `first`; works for lists of any length. */
export const largestOf = (numbers: readonly number[], first: number): number =>
  numbers.reduce((most, one) => Math.max(most, one), first)

/** Returns the smallest of some numbers and `first`. */
export const smallestOf = (numbers: readonly number[], first: number): number =>
  numbers.reduce((least, one) => Math.min(least, one), first)

/** Deletes the entries that a map or a set got first, until `most` are left. `dropped` is called with the key of each. */
export function dropOldest<Key>(
  kept: Pick<Map<Key, unknown>, 'size' | 'keys' | 'delete'>,
  most: number,
  dropped?: (key: Key) => void,
): void {
  for (const oldest of kept.keys()) {
    if (kept.size <= most) break
    kept.delete(oldest)
    dropped?.(oldest)
  }
}

/** Whether a list has an item at each place, and no other properties, as in JSON. */
export function isBareList(list: readonly unknown[]): boolean {
  const keys = Object.keys(list)
  return keys.length === list.length && (keys.at(-1) ?? '-1') === String(list.length - 1)
}
