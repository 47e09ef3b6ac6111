/** Queue of values for one reader. It never blocks the writer. */
export class Channel<Value> implements AsyncIterable<Value> {
  private readonly queue: Value[] = []
  private waiting: ((result: IteratorResult<Value>) => void) | null = null
  private isClosed = false
  private error: unknown = null

  push(value: Value): void {
    if (this.isClosed) return
    const { waiting } = this
    this.waiting = null
    if (waiting !== null) waiting({ done: false, value })
    else this.queue.push(value)
  }

  /** Ends the channel after the values that are in it; with an error, the reader then gets that. */
  close(error: unknown = null): void {
    if (this.isClosed) return
    this.isClosed = true
    this.error = error
    this.waiting?.({ done: true, value: undefined })
    this.waiting = null
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Value> {
    for (;;) {
      const value = this.queue.shift()
      if (value !== undefined) yield value
      else if (this.isClosed) break
      else {
        const next = await new Promise<IteratorResult<Value>>(resolve => {
          this.waiting = resolve
        })
        if (next.done !== true) yield next.value
      }
    }
    if (this.error !== null) throw this.error
  }
}
