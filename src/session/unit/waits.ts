/** Calls that a runner said wait for somebody, each as `seq.part`. */
export class Waits {
  /** The event that said so first. */
  private readonly since = new Map<string, number>()
  /** In the order of those events. */
  private readonly calls: string[] = []

  has(call: string): boolean {
    return this.since.has(call)
  }

  add(call: string, seq: number): void {
    if (this.since.has(call)) return
    this.since.set(call, seq)
    this.calls.push(call)
  }

  /** Forgets what events from one on said. */
  rewind(to: number): void {
    for (let call = this.calls.at(-1); call !== undefined; call = this.calls.at(-1)) {
      if ((this.since.get(call) as number) < to) return
      this.since.delete(call)
      this.calls.pop()
    }
  }
}
