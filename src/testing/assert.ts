/** Throws an error that shows both values, unless their JSON is equal. The order of keys does not matter. */
export function assertEqual(actual: unknown, expected: unknown): void {
  const [left, right] = [sortKeys(actual), sortKeys(expected)]
  if (left !== right) throw new Error(`expected ${right}, got ${left}`)
}

/** Returns the error with which a promise rejects. Throws an error if the promise does not reject. */
export async function assertRejects(call: () => Promise<unknown>): Promise<unknown> {
  try {
    await call()
  } catch (error) {
    return error
  }
  throw new Error('expected a rejection, got a result')
}

const sortKeys = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([left], [right]) => (left < right ? -1 : 1)))
      : item,
  ) ?? 'undefined'
