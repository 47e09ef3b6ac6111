/**
 * Makes a value of at most `tokens`, including its surroundings. If the value is too large, it is made again with a
 * limit that is lower by the excess. Returns null if nothing is left.
 */
export function shrinkTo<Made>(
  tokens: number,
  make: (tokens: number) => Made | null,
  sizeOf: (made: Made) => number,
): Made | null {
  for (let most = tokens; most > 0; ) {
    const made = make(most)
    const over = made === null ? 0 : sizeOf(made) - tokens
    if (over <= 0) return made
    most -= over
  }
  return null
}
