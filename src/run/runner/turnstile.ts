/**
 * Lets a number of works go on at the same time. The others begin in the order in which they came, as soon as one leaves.
 */
export class Turnstile {
  private free: number
  private readonly waiting: (() => void)[] = []

  constructor(most: number) {
    this.free = most
  }

  /** Resolves, when it is the caller's turn, to a function that lets the next one in. Further calls of it do nothing. */
  async enter(): Promise<() => void> {
    if (this.free > 0) this.free--
    else await new Promise<void>(resolve => this.waiting.push(resolve))
    let isInside = true
    return () => {
      if (!isInside) return
      isInside = false
      const next = this.waiting.shift()
      if (next === undefined) this.free++
      else next()
    }
  }
}
