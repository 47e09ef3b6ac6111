/**
 * Returns what is made within so many tokens and takes no more of them, everything around it included: if it takes
 * too much, it is made again with as much less. Null if nothing is left of it.
 */
export function within<Made>(
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
