/** Lists tools in the order of their first call, with the number of calls if there is more than one. */
export function callWords(calls: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const name of calls) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => (count > 1 ? `${name} x${count}` : name)).join(', ')
}
