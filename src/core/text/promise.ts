/**
 * Whether a function's result is a promise. If so, a rejection handler is attached, so that a failure does not end the
 * process.
 */
export function isPromise(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { then } = value as Partial<PromiseLike<unknown>>
  if (typeof then !== 'function') return false
  then.call(value, undefined, () => {})
  return true
}
