import type { Begin } from './history.ts'

/** Tokens of every possible request of a run, computed without making one. */
export interface Sizes {
  readonly head: number
  readonly begins: readonly Begin[]
  /** Messages that had been said at each call. */
  readonly calls: readonly number[]
  /** Tokens of the history of a call that begins at a place. */
  kept(begin: Begin, call: number): number
  /** Tokens that requests of two calls begin with alike, where the second begins further on. */
  alike(earlier: Begin, later: Begin): number
  /** The place furthest on at which a call may begin. */
  last(call: number): number
}

/** From the tokens of each message. */
export function sizesOf(
  head: number,
  tokens: readonly number[],
  begins: readonly Begin[],
  calls: readonly number[],
): Sizes {
  const ends = [0]
  for (const size of tokens) ends.push((ends.at(-1) as number) + size)
  const between = (from: number, to: number): number => (ends[to] as number) - (ends[from] as number)
  return {
    head,
    begins,
    calls,
    kept: ({ from, opening }, call) => between(...opening) + between(from, calls[call] as number),
    alike: ({ turn }, later) => head + (turn[0] === later.turn[0] ? between(...turn) : 0),
    last: call => begins.findLastIndex(({ from }) => from < (calls[call] as number)),
  }
}

/** The first place from which the history of a call takes no more than the room: the most that fits. Below 0 is none. */
export function widest({ begins, kept, last }: Sizes, call: number, room: number): number {
  for (let place = 0; place <= last(call); place++)
    if (kept(begins[place] as Begin, call) <= room) return place
  return -1
}
