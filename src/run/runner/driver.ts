import { longestTimer } from '../../core/effect/timer.ts'
import { keyText, type SessionKey } from '../../core/session/owner.ts'
import { SessionTurns } from './session-turns.ts'
import { stoppedError } from './store/store-error.ts'

/** Runs one session until it is done or waits. Never rejects because of what happens in the session. */
export type Drive = (key: SessionKey, signal: AbortSignal) => Promise<void>

/** Facts about the process whose sessions a driver runs. */
export interface DriverTerms {
  /** Name of the process as a holder of leases. */
  readonly holder: string
  /** Milliseconds after which other processes get the sessions of a process that died. */
  readonly leaseLength: number
  /** Returns milliseconds since 1970. */
  readonly now: () => number
}

/**
 * Engine that decides when sessions run: it calls `drive` for a session after each `wake`, but never twice at the same
 * time in one process. It may call `drive` too often, or in two processes: `drive` leases the session, and does nothing
 * if another process has the lease.
 *
 * A driver with the method `unwoken` spreads sessions over processes: `drive` may be called in another process than
 * `wake`. `testDriver` of `ctxc/testing` checks an implementation.
 */
export interface Driver {
  /** Begins to call `drive`. Called before the first `wake`, and again only if it rejects. */
  start(drive: Drive, terms: DriverTerms): Promise<void>
  /** Requests that a session runs: now, or at a time in milliseconds since 1970. */
  wake(key: SessionKey, at?: number): Promise<void>
  /**
   * Aborts the signals of all drives in this process, and waits for their end. After that, no drive begins. May be called
   * twice, and before `start`.
   */
  stop(): Promise<void>
  /**
   * Returns those of the given sessions that no process drives, and for which no wake-up waits. The runner wakes them if
   * they are due: their wake-up was lost with a process, or came when their last drive was about to end.
   */
  unwoken?(keys: readonly SessionKey[]): Promise<readonly SessionKey[]>
}

/** Returns a driver that runs sessions in this process. `now` returns milliseconds since 1970. */
export const inProcessDriver = (now: () => number): Driver => new InProcessDriver(now)

class InProcessDriver implements Driver {
  private readonly now: () => number
  private readonly turns = new SessionTurns()
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

  private wakeNow(key: SessionKey): void {
    const { queued, stopping } = this
    const name = keyText(key)
    // A run that is already queued will read everything in the log when it begins.
    if (stopping.signal.aborted || queued.has(name)) return
    queued.add(name)
    void this.turns
      .runInTurn(key, () => {
        queued.delete(name)
        return stopping.signal.aborted ? Promise.resolve() : this.drive(key, stopping.signal)
      })
      .catch(() => {})
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
    await this.turns.settle()
  }
}
