/**
 * What is made within so many tokens and takes no more of them, all around it included: made again with as much less as
 * it took too much. Null where nothing is left of it.
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
