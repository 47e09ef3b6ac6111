/** Maximum number of characters by which entropy and other measures judge a value: the first ones of a longer value. */
export const measured = 256

const counts = new Uint16Array(128)

/** Returns the entropy (Shannon) of a text's first 256 characters, in bits for each character. */
export function entropy(text: string): number {
  const length = Math.min(text.length, measured)
  if (length === 0) return 0
  counts.fill(0)
  for (let at = 0; at < length; at++) {
    const slot = text.charCodeAt(at) & 127
    counts[slot] = (counts[slot] as number) + 1
  }
  let bits = 0
  for (const count of counts) if (count > 0) bits -= (count / length) * Math.log2(count / length)
  return bits
}

/** Returns the number of distinct characters among the first 256 of a text. */
export const countDistinctCharacters = (text: string): number => new Set(text.slice(0, measured)).size
