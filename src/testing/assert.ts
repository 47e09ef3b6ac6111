/** Throws an error that shows both values, unless they are equal as JSON. The order of keys does not count. */
export function assertEqual(actual: unknown, expected: unknown): void {
  const [left, right] = [sorted(actual), sorted(expected)]
  if (left !== right) throw new Error(`expected ${right}, got ${left}`)
}

/** Returns the reason of a rejection. Throws an error if the promise does not reject. */
export async function assertRejects(call: () => Promise<unknown>): Promise<unknown> {
  try {
    await call()
  } catch (error) {
    return error
  }
  throw new Error('expected a rejection, got a result')
}

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([left], [right]) => (left < right ? -1 : 1)))
      : item,
  ) ?? 'undefined'
