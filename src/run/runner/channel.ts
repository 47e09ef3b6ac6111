/**
 * Queue of values, each of which one reader gets. Writers never wait. If several readers wait, they get values in turn;
 * when the queue ends, it ends for all of them.
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

  /** Ends the queue after the values in it. If `error` is given, a reader gets this error at the end. */
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
