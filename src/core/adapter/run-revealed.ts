import { hideInError, hideInResult } from './hide-values.ts'

type ChangeText = (text: string) => string

/** Iterator of a result that a tool streams. */
type Pieces = Pick<AsyncIterator<unknown>, 'next' | 'return'>

/**
 * Runs a tool that got real values, and hides these values in its result, in its error and in each piece of a streamed
 * result. A result that is not a promise is returned at once, because frameworks treat streamed results in another way.
 */
export function runAndHide(run: () => unknown, hide: ChangeText): unknown {
  const hidden = (result: unknown): unknown => {
    const pieces = piecesOf(result)
    return pieces === null ? hideInResult(result, hide) : hideInPieces(pieces, hide)
  }
  try {
    const result = run()
    return isPromise(result)
      ? Promise.resolve(result).then(hidden, error => {
          throw hideInError(error, hide)
        })
      : hidden(result)
  } catch (error) {
    throw hideInError(error, hide)
  }
}

async function* hideInPieces(pieces: Pieces, hide: ChangeText): AsyncGenerator<unknown, unknown> {
  try {
    for (;;) {
      const { done, value } = await pieces.next()
      if (done) return hideInResult(value, hide)
      yield hideInResult(value, hide)
    }
  } catch (error) {
    throw hideInError(error, hide)
  } finally {
    await pieces.return?.()
  }
}

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'

/** Returns the iterator of a streamed result; null for any other result. */
function piecesOf(value: unknown): Pieces | null {
  if (typeof value !== 'object' || value === null) return null
  if (Symbol.asyncIterator in value && typeof value[Symbol.asyncIterator] === 'function')
    return (value as AsyncIterable<unknown>)[Symbol.asyncIterator]()
  return 'next' in value && typeof value.next === 'function' ? (value as Pieces) : null
}
