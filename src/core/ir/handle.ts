/** Position of a text in a session: event, part, and an index if a result has several contents. */
export interface Handle {
  readonly seq: number
  readonly part: number
  readonly index?: number
}

/** Returns a handle as `SEQ.PART` or `SEQ.PART.INDEX`. */
export const writeHandle = ({ seq, part, index }: Handle): string =>
  index === undefined ? `${seq}.${part}` : `${seq}.${part}.${index}`

/** Reads a handle, which a model may have written; null if the value is not a valid handle. */
export function readHandle(given: unknown): Handle | null {
  const numbers = typeof given === 'string' ? /^(\d{1,15})\.(\d{1,15})(?:\.(\d{1,15}))?$/.exec(given) : null
  if (!numbers) return null
  const [seq, part, index] = numbers.slice(1).map(Number) as [number, number, number]
  const handle = Number.isNaN(index) ? { seq, part } : { seq, part, index }
  return writeHandle(handle) === given ? handle : null
}
