/**
 * Returns a web stream of an iterable's values, such as the events of a run. Cancelling the stream stops the iteration.
 *
 * @example
 * import { readableStream } from 'ctxc/chat'
 *
 * async function* numbers() {
 *   yield 1
 * }
 * console.log(await readableStream(numbers()).getReader().read()) // { value: 1, done: false }
 */
export function readableStream<Value>(values: AsyncIterable<Value>): ReadableStream<Value> {
  const iterator = values[Symbol.asyncIterator]()
  return new ReadableStream<Value>({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}

/** Milliseconds of silence after which a stream sends a comment, because proxies close silent connections. */
const silence = 15_000

/**
 * Returns a web stream of server-sent events, one for each value that an iterable yields, as JSON; `[DONE]` is the
 * last. A comment is sent after 15 seconds of silence. Pass only values that a client may see: events of a run contain
 * everything in the log, chunks of `uiStream` only a little.
 *
 * @example
 * import { serverSentEvents } from 'ctxc/chat'
 *
 * async function* chunks() {
 *   yield { type: 'text-delta', id: 't1', delta: 'Hi' }
 * }
 * const response = new Response(serverSentEvents(chunks()))
 * console.log(JSON.stringify(await response.text())) // "data: {\"type\":\"text-delta\",\"id\":\"t1\",\"delta\":\"Hi\"}\n\ndata: [DONE]\n\n"
 */
export function serverSentEvents(values: AsyncIterable<unknown>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const iterator = values[Symbol.asyncIterator]()
  let timer: ReturnType<typeof setInterval> | undefined
  return new ReadableStream<Uint8Array>({
    start(controller) {
      timer = setInterval(() => controller.enqueue(encoder.encode(': \n\n')), silence)
      // An unread stream must not keep the process alive.
      timer.unref?.()
    },
    async pull(controller) {
      try {
        const { done, value } = await iterator.next()
        timer?.refresh?.()
        controller.enqueue(encoder.encode(`data: ${done ? '[DONE]' : JSON.stringify(value)}\n\n`))
        if (!done) return
        clearInterval(timer)
        controller.close()
      } catch (error) {
        clearInterval(timer)
        // The reader of the stream gets the error, and the source is told to stop.
        void Promise.resolve(iterator.return?.()).catch(() => {})
        throw error
      }
    },
    async cancel() {
      clearInterval(timer)
      await iterator.return?.()
    },
  })
}
