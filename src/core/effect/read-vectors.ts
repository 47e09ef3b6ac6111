import type { EmbedInput } from './handler.ts'

/** Vector of one text, or an error. */
export type Vector = { readonly numbers: Float32Array } | { readonly error: string }

/** Error for vectors of different lengths. The text is always the same, so that it is reported only once. */
export const differentLengths = 'it gave more numbers for one text than for another'

/** Returns the numbers that a handler returned for each text, or an error. */
export function readVectors(given: unknown, { texts }: EmbedInput): readonly Vector[] {
  const errorForAll = (error: string): Vector[] => texts.map(() => ({ error }))
  if (!Array.isArray(given)) return errorForAll('it gave no list')
  if (given.length !== texts.length) return errorForAll(`it gave ${given.length} for ${texts.length} texts`)
  const vectors = given.map(readNumbers)
  const length = lengthOf(vectors.find(vector => 'numbers' in vector))
  return vectors.map(vector =>
    'numbers' in vector && lengthOf(vector) !== length ? { error: differentLengths } : vector,
  )
}

const lengthOf = (vector: Vector | undefined): number =>
  vector !== undefined && 'numbers' in vector ? vector.numbers.length : 0

/**
 * Maximum number of numbers for a text. No model returns more, and a list with a false, huge length would take seconds
 * to read.
 */
const mostNumbers = 65_536

function readNumbers(given: unknown): Vector {
  if (!Array.isArray(given) && !ArrayBuffer.isView(given)) return { error: 'it gave no list of numbers' }
  const { length } = given as ArrayLike<unknown>
  if (length > mostNumbers) return { error: `it gave ${length} numbers for a text, more than ${mostNumbers}` }
  const list = Array.from(given as ArrayLike<unknown>)
  if (list.length === 0) return { error: 'it gave no numbers' }
  if (!list.every(item => typeof item === 'number')) return { error: 'it gave something that is no number' }
  const numbers = Float32Array.from(list)
  // A number too large for 32 bits became infinite.
  if (!numbers.every(Number.isFinite)) return { error: 'it gave a number that is not finite' }
  return numbers.some(number => number !== 0) ? { numbers } : { error: 'it gave nothing but 0' }
}
