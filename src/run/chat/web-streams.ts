/**
 * Returns a web stream of what an iterable yields, such as the events of a run. Cancelling the stream leaves the iterable.
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

/** Milliseconds after which a silent stream sends a comment, because proxies close silent connections. */
const silence = 15_000

/**
 * Returns a web stream of server-sent events, one for each value that an iterable yields, as JSON; `[DONE]` is the last. A
 * comment is sent after 15 seconds of silence. Pass what a client may see: the events of a run hold all that is in the
 * log, those of `uiStream` little of it.
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
      // A stream that nobody reads any more keeps no process alive.
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
        // The stream gets the error; whatever was iterated is left.
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
