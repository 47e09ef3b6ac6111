/**
 * Calls and results of a provider's own tools, paired over all messages. Code that the provider runs waits for the
 * results of the calls that it makes, so its own result may come in a later answer.
 */
export class CallPairs<Block> {
  /** First call with each id. */
  readonly calls = new Map<string | undefined, Block>()
  /**
   * Calls whose result can no longer come, and results without a call, each with the index of the message from which on
   * this is certain. Requests that ended before that message still contained the block unchanged.
   */
  readonly unpaired = new Map<Block, number>()
  private readonly open = new Map<string | undefined, Block>()

  /** Adds a call. A result belongs to the first call with its id, so a repeated id is unpaired. */
  addCall(id: string | undefined, call: Block, at: number): void {
    if (this.calls.has(id)) {
      this.unpaired.set(call, at)
      return
    }
    this.calls.set(id, call)
    this.open.set(id, call)
  }

  /** Adds a result. A second result of a call is unpaired. */
  addResult(id: string | undefined, result: Block, at: number): void {
    if (!this.open.delete(id)) this.unpaired.set(result, at)
  }

  /** Ends the wait for the results of all open calls. */
  endWait(at: number): void {
    for (const call of this.open.values()) this.unpaired.set(call, at)
    this.open.clear()
  }

  /** Ends the wait after the last answer if it contains none of the open calls, because it did not continue them. */
  endAnswer(blocks: readonly Block[], at: number): void {
    const open = new Set(this.open.values())
    if (!blocks.some(block => open.has(block))) this.endWait(at)
  }
}
