/** Google's delay before a retry, in the body of an error, such as `"retryDelay": "30s"`. */
const delayInBody = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/

/**
 * Returns the milliseconds that a provider asks to wait before the next attempt; null if it does not ask. Does not read
 * dates, because they would need a clock, and the providers send seconds.
 */
export function retryAfterOf(header: (name: string) => string | null, body: string): number | null {
  const milliseconds = parseDelay(header('retry-after-ms'))
  if (milliseconds !== null) return milliseconds
  const seconds = parseDelay(header('retry-after')) ?? parseDelay(delayInBody.exec(body)?.[1] ?? null)
  return seconds === null ? null : seconds * 1_000
}

function parseDelay(text: string | null): number | null {
  if (text === null || text.trim() === '') return null
  const amount = Number(text)
  return Number.isFinite(amount) && amount >= 0 ? amount : null
}
