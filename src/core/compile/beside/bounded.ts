/**
 * Makes a value that takes at most `tokens`, including its surroundings. While the value takes more, it is made again
 * with the limit lowered by the excess. Returns null if nothing is left.
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
