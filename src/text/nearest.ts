/** Counts the characters to change to turn one text into another. */
function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (const [line, sign] of [...left].entries()) {
    const next = [line + 1]
    for (let column = 1; column <= right.length; column++) {
      const swap = (row[column - 1] as number) + (right[column - 1] === sign ? 0 : 1)
      next.push(Math.min(swap, (row[column] as number) + 1, (next[column - 1] as number) + 1))
    }
    row = next
  }
  return row[right.length] as number
}

/**
 * Returns the known word nearest to a mistyped one; null if none is within `most` edits (by default half its length, at
 * least 2).
 */
export function nearest(given: string, known: readonly string[], most = 0): string | null {
  const signs = [...given].length
  let best: string | null = null
  let least = (most || Math.max(2, Math.floor(given.length / 2))) + 1
  for (const word of known) {
    // At least this many characters differ, so a very long text is never compared.
    if (signs - word.length >= least) continue
    const far = distance(given.toLowerCase(), word.toLowerCase())
    if (far < least) [best, least] = [word, far]
  }
  return best
}
