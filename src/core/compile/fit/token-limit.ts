/** Facts of a model from which its input limit is computed, in tokens. */
export interface Capacity {
  readonly window: number | null
  readonly output: number | null
}

/**
 * Returns the tokens reserved for the answer: the requested number, or by default a number that depends on the window's
 * size.
 */
export function answerReserve({ window, output }: Capacity, asked: number | null): number {
  const usual = Math.min(
    output ?? usualReserve,
    usualReserve,
    window === null ? unknownReserve : Math.floor(window / 4),
  )
  const wanted = asked ?? usual
  return output === null ? wanted : Math.min(wanted, output)
}

const usualReserve = 32_000
/**
 * Tokens reserved for the answer of a model whose window is unknown. Every current model can write this many tokens.
 */
const unknownReserve = 4_096

/**
 * Returns the maximum tokens of input; null if there is no limit. `share` is the share of the window that may be used
 * beside the reserve.
 */
export function inputLimit(
  { window }: Capacity,
  input: number | null,
  reserve: number,
  share = 1,
): number | null {
  const room = window === null ? null : Math.floor(share * Math.max(0, window - reserve))
  if (room === null) return input
  return input === null ? room : Math.min(input, room)
}
