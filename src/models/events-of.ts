import { object, type Raw } from '../from/read.ts'
import { ModelError } from './model-error.ts'

/** Milliseconds that a complete answer waits for what may follow it, such as usage, before its stream is left. */
const grace = 2_000

/**
 * Yields the events of an official client's stream. It ends if the signal aborts; leaving it closes the connection. After
 * `isComplete` returns true, a stream that breaks or stays open is just left: the answer is there.
 *
 * Throws what the client throws, and a `ModelError` if there is no stream.
 */
export async function* eventsOf(
  begin: () => PromiseLike<unknown>,
  signal: AbortSignal,
  isComplete: () => boolean,
): AsyncGenerator<Raw> {
  let iterator: AsyncIterator<unknown> | undefined
  try {
    const stream = await begin()
    if (!isStream(stream)) throw new ModelError('the client gave no stream')
    iterator = stream[Symbol.asyncIterator]()
    for (;;) {
      const next = isComplete() ? await withGrace(iterator.next()) : await iterator.next()
      if (next === null || next.done === true || signal.aborted) return
      yield object(next.value)
    }
  } catch (error) {
    // Clients throw errors of their own when they are aborted.
    if (!signal.aborted && !isComplete()) throw error
  } finally {
    // A stream that hangs does not end when it is left, so nobody waits for that.
    void Promise.resolve(iterator?.return?.()).catch(() => {})
  }
}

/** Returns what comes next; null if it takes too long. */
async function withGrace<Next>(next: Promise<Next>): Promise<Next | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>(resolve => {
    timer = setTimeout(resolve, grace, null)
  })
  try {
    return await Promise.race([next, late])
  } finally {
    clearTimeout(timer)
    next.catch(() => {})
  }
}

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof (value as AsyncIterable<unknown> | null | undefined)?.[Symbol.asyncIterator] === 'function'

/** Returns the error of a stream that ended before its answer was complete. */
export const endedEarly = (): ModelError =>
  new ModelError('the stream ended before the answer was complete', { code: 'stream_ended' })
