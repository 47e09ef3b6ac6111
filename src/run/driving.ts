import { keyText, type SessionKey } from '../store/owner.ts'
import type { Claim, Store } from '../store/store.ts'
import type { ActiveSession } from './active-session.ts'
import type { Driver } from './driver.ts'
import { denyExpired } from './expired-waits.ts'
import type { OpenSessions } from './open-sessions.ts'

/** Dependencies of the driving of sessions. */
interface DrivingOptions {
  readonly store: Store
  readonly driver: Driver
  readonly sessions: OpenSessions
  readonly now: () => number
  /** App to whose sessions the driving is restricted; undefined for all. */
  readonly app: string | undefined
}

/** Milliseconds after which a process that follows a session looks whether it may run sessions itself. */
const betweenLooks = 500

/** Runs the sessions of a store in this process, unless another process does. */
export class Driving {
  private readonly options: DrivingOptions
  private started: Promise<void> | null = null
  private isStopped = false
  private claim: Claim | null = null
  /** Whether this process runs sessions; if another one does, it only appends and follows. */
  private isDriving = true
  private unwatch: () => void = () => {}
  private timer: ReturnType<typeof setTimeout> | null = null
  /** Sessions that are about to run. */
  private readonly awaited = new Set<string>()
  /** Number of sessions that run. */
  private running = 0
  /** Functions to call when no session runs. */
  private idlers: (() => void)[] = []

  constructor(options: DrivingOptions) {
    this.options = options
  }

  start(): Promise<void> {
    if (this.isStopped) return Promise.reject(new Error('the runner was stopped'))
    if (this.started === null) {
      const starting = this.begin()
      this.started = starting
      starting.catch(() => {
        this.started = null
      })
    }
    return this.started
  }

  /** Lets a session run, after something was appended to it. */
  async continue(active: ActiveSession): Promise<void> {
    active.engine.notify()
    // The process that ran the sessions may be gone.
    if (!this.isDriving) await this.takeClaim()
    if (this.isDriving) return this.wake(active.live.key)
    if (active.isResting) active.rest()
    else this.lookLater()
  }

  /** Resolves when no session runs here, and none is about to. */
  idle(): Promise<void> {
    if (this.awaited.size === 0 && this.running === 0) return Promise.resolve()
    return new Promise(resolve => {
      this.idlers.push(resolve)
    })
  }

  private async wake(key: SessionKey, at?: number): Promise<void> {
    if (at === undefined) this.awaited.add(keyText(key))
    await this.options.driver.wake(key, at)
  }

  /** Looks again soon: nobody tells when the process that runs the sessions ends. */
  private lookLater(): void {
    if (this.isStopped) return
    this.timer ??= setTimeout(() => {
      this.timer = null
      void this.look().catch(() => {})
    }, betweenLooks)
    // A process that waits for an outcome must not end before it has it; any other one may.
    if (this.options.sessions.all.some(({ isFollowed }) => isFollowed)) this.timer.ref?.()
    else this.timer.unref?.()
  }

  /** Runs all sessions that have work left, and returns their number. */
  async recover(): Promise<number> {
    await this.start()
    // The process that ran the sessions may be gone.
    if (!this.isDriving) await this.takeClaim()
    return this.isDriving ? this.wakeDue() : 0
  }

  async stop(): Promise<void> {
    this.isStopped = true
    this.unwatch()
    clearTimeout(this.timer ?? undefined)
    await this.options.driver.stop()
    for (const active of this.options.sessions.all) active.fail(new Error('the runner was stopped'))
    await this.claim?.release()
    this.awaited.clear()
    this.tellIdlers()
  }

  private tellIdlers(): void {
    if (this.awaited.size > 0 || this.running > 0) return
    for (const resolve of this.idlers.splice(0)) resolve()
  }

  private async begin(): Promise<void> {
    await this.takeClaim()
    this.unwatch = this.options.store.watch?.(() => void this.look().catch(() => {})) ?? this.unwatch
  }

  /** Starts to run sessions, unless another process does. */
  private async takeClaim(): Promise<void> {
    const { store, driver } = this.options
    if (store.claim !== undefined) {
      this.claim = await store.claim()
      this.isDriving = this.claim !== null
    }
    if (this.isDriving) await driver.start((key, signal) => this.drive(key, signal))
  }

  /** Looks at the store, because another process may have appended. */
  private async look(): Promise<void> {
    if (this.isStopped) return
    if (!this.isDriving) await this.takeClaim()
    for (const active of this.options.sessions.all) {
      if (!active.isFollowed && !this.isDriving) continue
      if (await active.live.refresh()) await this.continue(active)
    }
    if (this.isDriving) await this.wakeDue()
    else if (this.options.sessions.all.some(({ isFollowed }) => isFollowed)) this.lookLater()
  }

  private async drive(key: SessionKey, signal: AbortSignal): Promise<void> {
    const { sessions, now } = this.options
    this.awaited.delete(keyText(key))
    this.running++
    try {
      await sessions.use(key, async active => {
        await denyExpired(active.live, now())
        active.begin()
        await active.engine.drive(signal)
        if (signal.aborted) throw signal.reason
        if (!active.isResting) return
        const { until } = active
        if (until !== null) await this.wake(key, until)
        active.rest()
      })
    } catch (error) {
      const active = sessions.get(key)
      if (active === null) return
      sessions.drop(active)
      active.fail(error)
    } finally {
      this.running--
      this.tellIdlers()
    }
  }

  private async wakeDue(): Promise<number> {
    const { store, now, app } = this.options
    let count = 0
    let after: string | null = null
    do {
      const page: Awaited<ReturnType<Store['due']>> = await store.due({
        now: now(),
        limit: 1_000,
        ...(after !== null && { after }),
      })
      const keys = page.items.filter(({ owner }) => app === undefined || owner.app === app)
      for (const key of keys) await this.wake(key)
      count += keys.length
      after = page.next
    } while (after !== null)
    return count
  }
}
