import { object, type Raw } from '../../core/from/read.ts'
import type { ModelPart } from './model-client.ts'
import { ModelError } from './model-error.ts'

/** Milliseconds that a complete answer waits for what may follow it, such as usage, before its stream is left. */
const grace = 2_000

/** An answer that is built from the events of a stream. */
export interface AnswerDraft {
  /** Whether the provider has said why the answer ended. */
  readonly isComplete: boolean
  /** Whether the answer is complete, and nothing of it can follow. */
  readonly isFinal?: boolean
  /** Adds an event, and returns what it shows. */
  add(event: Raw): ModelPart | readonly ModelPart[]
  /** Returns the whole answer. */
  result(): ModelPart
}

/** Stream of an official client's answer, and how it begins. */
interface AnswerStream {
  begin(): PromiseLike<unknown>
  readonly draft: AnswerDraft
  readonly signal: AbortSignal
}

/**
 * Returns the parts of an answer. They end if the signal aborts; leaving them closes the connection. A complete answer is
 * returned also if its stream then breaks or stays open.
 *
 * Rejects with what the client throws, and with a `ModelError` for a stream that ends too early.
 */
export const answerParts = (stream: AnswerStream): AsyncIterable<ModelPart> => ({
  [Symbol.asyncIterator]: () => new AnswerReader(stream),
})

/** An iterator by hand: generators inside generators took most of the time that a part takes. */
class AnswerReader implements AsyncIterator<ModelPart, undefined> {
  private readonly stream: AnswerStream
  private events: AsyncIterator<unknown> | null = null
  private ready: ModelPart[] = []
  private isOver = false

  constructor(stream: AnswerStream) {
    this.stream = stream
  }

  async next(): Promise<IteratorResult<ModelPart, undefined>> {
    while (this.ready.length === 0 && !this.isOver) await this.read()
    const part = this.ready.shift()
    return part === undefined ? { done: true, value: undefined } : { done: false, value: part }
  }

  return(): Promise<IteratorResult<ModelPart, undefined>> {
    this.leave()
    this.ready = []
    return Promise.resolve({ done: true, value: undefined })
  }

  private async read(): Promise<void> {
    const { draft, signal } = this.stream
    try {
      this.events ??= await this.open()
      const next = draft.isComplete ? await withGrace(this.events.next()) : await this.events.next()
      if (next !== null && next.done !== true && !signal.aborted) {
        const shown = draft.add(object(next.value))
        if (Array.isArray(shown)) this.ready.push(...(shown as readonly ModelPart[]))
        else this.ready.push(shown as ModelPart)
        if (draft.isFinal !== true) return
      }
    } catch (error) {
      this.leave()
      // Clients throw errors of their own when they are aborted.
      if (!signal.aborted && !draft.isComplete) throw error
    }
    this.leave()
    if (draft.isComplete) this.ready.push(draft.result())
    else if (!signal.aborted) throw endedEarly()
  }

  private async open(): Promise<AsyncIterator<unknown>> {
    const events = await this.stream.begin()
    if (!isStream(events)) throw new ModelError('the client gave no stream')
    return events[Symbol.asyncIterator]()
  }

  private leave(): void {
    if (this.isOver) return
    this.isOver = true
    // A stream that hangs does not end when it is left, so nobody waits for that.
    void Promise.resolve(this.events?.return?.()).catch(() => {})
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

const endedEarly = (): ModelError =>
  new ModelError('the stream ended before the answer was complete', { code: 'stream_ended' })
