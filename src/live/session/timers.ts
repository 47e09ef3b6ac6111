import { afterMilliseconds as startTimer } from '../../core/effect/timer.ts'

/** Timers by name. A new timer replaces an earlier one with an equal name. */
export class Timers {
  private readonly running = new Map<string, ReturnType<typeof setTimeout>>()

  /** Calls a function after some milliseconds. If `after` is null, cancels the timer. */
  set(name: string, after: number | null, call: () => void): void {
    clearTimeout(this.running.get(name))
    this.running.delete(name)
    if (after === null) return
    const timer = startTimer(after, () => {
      this.running.delete(name)
      call()
    })
    if (timer !== undefined) this.running.set(name, timer)
  }

  clear(): void {
    for (const timer of this.running.values()) clearTimeout(timer)
    this.running.clear()
  }
}
