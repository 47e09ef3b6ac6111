import { longestTimer } from '../../core/effect/timer.ts'
import { keyText, type SessionKey } from '../../core/session/owner.ts'
import { stoppedError } from './store/store-error.ts'

/** Runs one session until it is done or waits. */
export type Drive = (key: SessionKey, signal: AbortSignal) => Promise<void>

/**
 * Engine that decides when sessions run: it calls `drive` for a session after each `wake`, but never twice at the same
 * time in one process. It may call `drive` too often, or in two processes: `drive` leases the session, and does nothing
 * if another process has the lease.
 */
export interface Driver {
  start(drive: Drive): Promise<void>
  /** Requests that a session runs: now, or at a time in milliseconds since 1970. */
  wake(key: SessionKey, at?: number): Promise<void>
  /** Runs work at a time when the session does not run in this process. */
  withLock<Result>(key: SessionKey, work: () => Promise<Result>): Promise<Result>
  /** Stops all drives and timers, and waits for their end. */
  stop(): Promise<void>
}

/** Returns a driver that runs sessions in this process. `now` returns milliseconds since 1970. */
export const inProcessDriver = (now: () => number): Driver => new InProcessDriver(now)

class InProcessDriver implements Driver {
  private readonly now: () => number
  private readonly locks = new Map<string, Promise<unknown>>()
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>()
  private readonly queued = new Set<string>()
  private readonly stopping = new AbortController()
  private drive: Drive = async () => {}

  constructor(now: () => number) {
    this.now = now
  }

  async start(drive: Drive): Promise<void> {
    this.drive = drive
  }

  async wake(key: SessionKey, at?: number): Promise<void> {
    if (at === undefined) this.wakeNow(key)
    else this.wakeAt(key, at)
  }

  withLock<Result>(key: SessionKey, work: () => Promise<Result>): Promise<Result> {
    const { locks } = this
    const name = keyText(key)
    const done = (locks.get(name) ?? Promise.resolve()).then(work, work)
    const settled = done.then(
      () => {},
      () => {},
    )
    locks.set(name, settled)
    void settled.then(() => {
      if (locks.get(name) === settled) locks.delete(name)
    })
    return done
  }

  private wakeNow(key: SessionKey): void {
    const { queued, stopping } = this
    const name = keyText(key)
    // A run that is already queued will read everything in the log when it begins.
    if (stopping.signal.aborted || queued.has(name)) return
    queued.add(name)
    void this.withLock(key, () => {
      queued.delete(name)
      return stopping.signal.aborted ? Promise.resolve() : this.drive(key, stopping.signal)
    }).catch(() => {})
  }

  private wakeAt(key: SessionKey, at: number): void {
    const { timers } = this
    const name = keyText(key)
    clearTimeout(timers.get(name))
    const delay = Math.min(Math.max(0, at - this.now()), longestTimer)
    const timer = setTimeout(() => {
      timers.delete(name)
      if (this.now() < at) this.wakeAt(key, at)
      else this.wakeNow(key)
    }, delay)
    timer.unref?.()
    timers.set(name, timer)
  }

  async stop(): Promise<void> {
    this.stopping.abort(stoppedError())
    for (const timer of this.timers.values()) clearTimeout(timer)
    await Promise.all(this.locks.values())
  }
}
