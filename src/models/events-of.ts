import { object, type Raw } from '../from/read.ts'
import { ModelError } from './model-error.ts'

/**
 * Yields the events of an official client's stream. It ends if the signal aborts; leaving it closes the connection.
 * Throws what the client throws, and a `ModelError` if there is no stream.
 */
export async function* eventsOf(begin: () => PromiseLike<unknown>, signal: AbortSignal): AsyncGenerator<Raw> {
  try {
    const stream = await begin()
    if (!isStream(stream)) throw new ModelError('the client gave no stream')
    for await (const event of stream) {
      if (signal.aborted) return
      yield object(event)
    }
  } catch (error) {
    // Clients throw errors of their own when they are aborted.
    if (!signal.aborted) throw error
  }
}

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof (value as AsyncIterable<unknown> | null | undefined)?.[Symbol.asyncIterator] === 'function'

/** Returns the error of a stream that ended before its answer was complete. */
export const endedEarly = (): ModelError =>
  new ModelError('the stream ended before the answer was complete', { code: 'stream_ended' })
