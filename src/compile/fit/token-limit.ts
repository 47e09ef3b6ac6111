/** Capacity of a model from which a limit is computed, in tokens. */
export interface Capacity {
  readonly window: number | null
  readonly output: number | null
}

/** Tokens kept free for the answer: what the caller wants, else what is usual for a window of this size. */
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
/** For a model whose window is not known: every current model writes as much. */
const unknownReserve = 4_096

/** The most tokens of input; null where nothing limits it. */
export function limitOf({ window }: Capacity, input: number | null, reserve: number): number | null {
  const room = window === null ? null : Math.max(0, window - reserve)
  if (room === null) return input
  return input === null ? room : Math.min(input, room)
}
