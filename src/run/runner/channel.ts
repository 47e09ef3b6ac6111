/**
 * Queue of values, each delivered to one reader. Writers never wait. Concurrent readers take values in turn, and all of
 * them end.
 */
export class Channel<Value> implements AsyncIterable<Value> {
  private readonly queue: Value[] = []
  private readonly waiting: ((result: IteratorResult<Value>) => void)[] = []
  private isClosed = false
  private error: unknown = null

  push(value: Value): void {
    if (this.isClosed) return
    const reader = this.waiting.shift()
    if (reader === undefined) this.queue.push(value)
    else reader({ done: false, value })
  }

  /** Ends the channel after its queued values; if an error is given, the reader then gets this error. */
  close(error: unknown = null): void {
    if (this.isClosed) return
    this.isClosed = true
    this.error = error
    for (const reader of this.waiting.splice(0)) reader({ done: true, value: undefined })
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Value> {
    for (;;) {
      const value = this.queue.shift()
      if (value !== undefined) yield value
      else if (this.isClosed) break
      else {
        const next = await new Promise<IteratorResult<Value>>(resolve => {
          this.waiting.push(resolve)
        })
        if (next.done !== true) yield next.value
      }
    }
    if (this.error !== null) throw this.error
  }
}
