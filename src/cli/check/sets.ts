/** Returns the union of two sets. If one set contains the other, the larger set itself is returned. */
export function union<Item>(left: ReadonlySet<Item>, right: ReadonlySet<Item>): ReadonlySet<Item> {
  if (containsAll(left, right)) return left
  return containsAll(right, left) ? right : new Set([...left, ...right])
}

/** Whether a set contains all items of another set. */
export function containsAll<Item>(set: ReadonlySet<Item>, other: ReadonlySet<Item>): boolean {
  if (other.size > set.size) return false
  for (const item of other) if (!set.has(item)) return false
  return true
}
