import { afterMilliseconds } from '../../core/effect/timer.ts'

/**
 * Starts timers. A stopped timer is started again for later work of the same length: in Node, a timer can be restarted,
 * which is cheaper than a new one.
 */
export class Timers {
  private readonly idle = new Map<number, Timer[]>()

  /** Calls a function after some milliseconds, unless the timer is stopped. Every timer must be stopped once. */
  start(milliseconds: number, call: () => void): Timer {
    const idle = this.idle.get(milliseconds) ?? []
    this.idle.set(milliseconds, idle)
    const timer = idle.pop() ?? new Timer(milliseconds, idle)
    timer.start(call)
    return timer
  }
}

/** Timer that works again and again, each time with another function to call. */
export class Timer {
  private readonly milliseconds: number
  /** Stopped timers of the same length. */
  private readonly idle: Timer[]
  private timer: ReturnType<typeof setTimeout> | undefined
  private call: (() => void) | null = null

  constructor(milliseconds: number, idle: Timer[]) {
    this.milliseconds = milliseconds
    this.idle = idle
  }

  start(call: () => void): void {
    this.call = call
    this.restart()
  }

  /** Begins the time anew. */
  restart(): void {
    const { timer } = this
    if (timer?.refresh === undefined) {
      clearTimeout(timer)
      this.timer = afterMilliseconds(this.milliseconds, () => this.call?.())
    } else {
      timer.refresh()
      timer.ref()
    }
  }

  stop(): void {
    this.call = null
    // An idle timer may run out, but must not keep the process alive.
    if (this.timer?.refresh === undefined) clearTimeout(this.timer)
    else this.timer.unref()
    this.idle.push(this)
  }
}
