import { objectOr, type Raw } from '../../core/from/read.ts'
import type { ModelPart } from './model-client.ts'
import { ModelError } from './model-error.ts'

/** Milliseconds for which a complete answer's stream stays open, because data such as usage may follow. */
const grace = 2_000

/** Answer of a model, built up from the events of its stream. */
export interface AnswerDraft {
  /** Whether the provider has reported the reason for the answer's end. */
  readonly isComplete: boolean
  /** Whether the stream has ended, so that no more data can follow. */
  readonly isFinal?: boolean
  /** Adds an event of the stream, and returns the parts to show. */
  add(event: Raw): ModelPart | readonly ModelPart[]
  /** Returns the whole answer. */
  result(): ModelPart
}

/** Stream of an official client's answer: the function that opens it, and the draft that collects its events. */
interface AnswerStream {
  begin(): PromiseLike<unknown>
  readonly draft: AnswerDraft
  readonly signal: AbortSignal
}

/**
 * Returns the parts of an answer. The iteration ends if the signal aborts. If the iteration is stopped early, the
 * connection is closed. A complete answer is returned even if its stream then breaks or stays open.
 *
 * Rejects with the client's error, and with a `ModelError` for a stream that ends too early.
 */
export const answerParts = (stream: AnswerStream): AsyncIterable<ModelPart> => ({
  [Symbol.asyncIterator]: () => new AnswerReader(stream),
})

/** Iterator written by hand, because nested generators took most of the time spent on a part. */
class AnswerReader implements AsyncIterator<ModelPart, undefined> {
  private readonly stream: AnswerStream
  private events: AsyncIterator<unknown> | null = null
  private ready: ModelPart[] = []
  private isOver = false

  constructor(stream: AnswerStream) {
    this.stream = stream
  }

  async next(): Promise<IteratorResult<ModelPart, undefined>> {
    while (this.ready.length === 0 && !this.isOver) await this.readNextEvent()
    const part = this.ready.shift()
    return part === undefined ? { done: true, value: undefined } : { done: false, value: part }
  }

  return(): Promise<IteratorResult<ModelPart, undefined>> {
    this.closeStreamOnce()
    this.ready = []
    return Promise.resolve({ done: true, value: undefined })
  }

  private async readNextEvent(): Promise<void> {
    const { draft, signal } = this.stream
    try {
      this.events ??= await this.openStreamEvents()
      const next = draft.isComplete ? await nextWithinGrace(this.events.next()) : await this.events.next()
      if (next !== null && next.done !== true && !signal.aborted) {
        const shown = draft.add(objectOr(next.value))
        if (Array.isArray(shown)) this.ready.push(...(shown as readonly ModelPart[]))
        else this.ready.push(shown as ModelPart)
        if (draft.isFinal !== true) return
      }
    } catch (error) {
      this.closeStreamOnce()
      // After an abort, clients throw errors of their own, which are ignored.
      if (!signal.aborted && !draft.isComplete) throw error
    }
    this.closeStreamOnce()
    if (draft.isComplete) this.ready.push(draft.result())
    else if (!signal.aborted) throw endedEarlyError()
  }

  private async openStreamEvents(): Promise<AsyncIterator<unknown>> {
    const events = await this.stream.begin()
    if (!isAsyncIterable(events)) throw new ModelError('the client gave no stream')
    return events[Symbol.asyncIterator]()
  }

  private closeStreamOnce(): void {
    if (this.isOver) return
    this.isOver = true
    // Not awaited, because closing a stream that hangs never completes.
    void Promise.resolve(this.events?.return?.()).catch(() => {})
  }
}

/** Returns the next value of a stream; null if it takes too long. */
async function nextWithinGrace<Next>(next: Promise<Next>): Promise<Next | null> {
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

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof (value as AsyncIterable<unknown> | null | undefined)?.[Symbol.asyncIterator] === 'function'

const endedEarlyError = (): ModelError =>
  new ModelError('the stream ended before the answer was complete', { code: 'stream_ended' })
