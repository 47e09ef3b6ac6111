/** The middle value; the lower one of two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[(sorted.length - 1) >> 1] ?? Number.NaN
}
