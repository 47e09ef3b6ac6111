/** Source of numbers from 0 to 1. Equal seeds give equal numbers. */
export interface Random {
  next(): number
}

/** Returns a generator of pseudo-random numbers ("mulberry32"). */
export function fakeRandom(seed: number): Random {
  let state = seed >>> 0
  return {
    next() {
      state = (state + 0x6d2b79f5) >>> 0
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
    },
  }
}
