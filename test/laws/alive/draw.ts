/** Source of choices, the same for the same seed. */
export interface Draw {
  /** Returns a whole number from 0 to `most`. */
  readonly upTo: (most: number) => number
  readonly oneIn: (many: number) => boolean
  readonly pick: <Item>(items: readonly Item[]) => Item
}

/** Makes choices from a seed. */
export function drawFrom(seed: number): Draw {
  let state = (seed * 0x9e3779b1) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const upTo = (most: number): number => Math.floor(next() * (most + 1))
  return {
    upTo,
    oneIn: many => upTo(many - 1) === 0,
    pick: items => items[upTo(items.length - 1)] as (typeof items)[number],
  }
}
