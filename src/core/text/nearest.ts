/**
 * Counts the edits that turn one text into another: changing, adding or removing a character, or swapping it with the
 * next.
 */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  let before: number[] = []
  const signs = [...left]
  for (const [line, sign] of signs.entries()) {
    const next = [line + 1]
    for (let column = 1; column <= right.length; column++) {
      const change = (row[column - 1] as number) + (right[column - 1] === sign ? 0 : 1)
      const isSwap = sign === right[column - 2] && signs[line - 1] === right[column - 1]
      const swap = isSwap ? (before[column - 2] as number) + 1 : change
      next.push(Math.min(change, swap, (row[column] as number) + 1, (next[column - 1] as number) + 1))
    }
    before = row
    row = next
  }
  return row[right.length] as number
}

/**
 * Returns the known word nearest to a mistyped one; null if none is within `most` edits. By default, `most` is a third
 * of the length, but at least 1. Words also count as near if one of them begins with the other.
 */
export function nearest(given: string, known: readonly string[], most = 0): string | null {
  const signs = [...given].length
  let best: string | null = null
  let least = (most || Math.max(1, Math.floor(signs / 3))) + 1
  for (const word of known) {
    // The difference in length alone requires this many edits. So a very long text is never compared.
    if (Math.abs(signs - word.length) >= least) continue
    const far = editDistance(given.toLowerCase(), word.toLowerCase())
    if (far < least) [best, least] = [word, far]
  }
  return best ?? (most === 0 ? wordWithSameBeginning(given, known) : null)
}

/** Returns the first known word that begins with a text or is the beginning of it; null for a very short text. */
function wordWithSameBeginning(given: string, known: readonly string[]): string | null {
  const text = given.toLowerCase()
  const isNear = (word: string): boolean =>
    Math.min(word.length, text.length) > 3 && (word.startsWith(text) || text.startsWith(word))
  return known.find(word => isNear(word.toLowerCase())) ?? null
}
