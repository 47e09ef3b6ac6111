/** Capacity of a model from which a limit is computed, in tokens. */
export interface Capacity {
  readonly window: number | null
  readonly output: number | null
}

/** Returns the tokens reserved for the answer: the requested number, else a default by the size of the window. */
export function reserveOf({ window, output }: Capacity, asked: number | null): number {
  const usual = Math.min(
    output ?? usualReserve,
    usualReserve,
    window === null ? unknownReserve : Math.floor(window / 4),
  )
  const wanted = asked ?? usual
  return output === null ? wanted : Math.min(wanted, output)
}

const usualReserve = 32_000
/** Reserve for a model whose window is unknown: every current model can write this much. */
const unknownReserve = 4_096

/** Returns the maximum tokens of input; null if nothing limits them. */
export function limitOf({ window }: Capacity, input: number | null, reserve: number): number | null {
  const room = window === null ? null : Math.max(0, window - reserve)
  if (room === null) return input
  return input === null ? room : Math.min(input, room)
}
