import { keyText, type SessionKey } from '../../core/session/owner.ts'
import type { Claim, Page } from '../store/store.ts'
import type { ActiveSession } from './active-session.ts'
import type { Driver } from './driver.ts'
import { denyExpiredCalls } from './expired-waits.ts'
import type { OpenSessions } from './open-sessions.ts'
import type { SteadyStore } from './store/steady-store.ts'
import { stoppedError } from './store/store-error.ts'

/** Parameters of `Driving`. */
interface DrivingOptions {
  readonly store: SteadyStore
  readonly driver: Driver
  readonly sessions: OpenSessions
  readonly now: () => number
  /** App whose sessions this process runs; undefined for all apps. */
  readonly app: string | undefined
}

/** Milliseconds between two checks whether this process may run the sessions instead of another process. */
const betweenLooks = 500

/** Decides whether the sessions of a store run in this process. They do, unless another process runs them. */
export class Driving {
  private readonly options: DrivingOptions
  private started: Promise<void> | null = null
  private isStopped = false
  /** Promise that settles when `stop` is done; null before `stop` is called. */
  private ending: Promise<void> | null = null
  /** Work that may still use the store. */
  private readonly works = new Set<Promise<unknown>>()
  private claim: Claim | null = null
  /** Whether this process runs sessions. If another one does, this one only appends and follows. */
  private isDriving = true
  private unwatch: () => void = () => {}
  private timer: ReturnType<typeof setTimeout> | null = null
  /** Names of sessions that will run soon. */
  private readonly awaited = new Set<string>()
  /** Number of running sessions. */
  private running = 0
  /** Functions to call as soon as no session runs. */
  private idlers: (() => void)[] = []

  constructor(options: DrivingOptions) {
    this.options = options
  }

  /** Throws if `stop` was called, because no work may begin after that. */
  assertRunning(): void {
    if (this.isStopped) throw stoppedError()
  }

  /** Does work that `stop` waits for. */
  trackWork<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.isStopped) return Promise.reject(stoppedError())
    const done = work()
    this.works.add(done)
    const forgetWork = (): boolean => this.works.delete(done)
    done.then(forgetWork, forgetWork)
    return done
  }

  start(): Promise<void> {
    if (this.started === null) {
      const starting = this.beginDriving()
      this.started = starting
      starting.catch(() => {
        this.started = null
      })
    }
    return this.started
  }

  /** Continues a session after something was appended to it, if this process runs sessions. */
  async continueSession(active: ActiveSession): Promise<void> {
    active.engine.wakeLoop()
    // The process that ran the sessions may have ended, so this process tries to take over.
    if (!this.isDriving) await this.takeClaim()
    if (this.isStopped) return
    if (this.isDriving) return this.wakeSession(active.live.key)
    if (active.isResting) active.deliverOutcome()
    else this.scheduleStoreCheck()
  }

  /** Resolves when no session runs in this process, and none will run soon. */
  idle(): Promise<void> {
    if (this.awaited.size === 0 && this.running === 0) return Promise.resolve()
    return new Promise(resolve => {
      this.idlers.push(resolve)
    })
  }

  private async wakeSession(key: SessionKey, at?: number): Promise<void> {
    if (at === undefined) this.awaited.add(keyText(key))
    await this.options.driver.wake(key, at)
  }

  /** Checks the store again soon, because no notice comes when the process that runs the sessions ends. */
  private scheduleStoreCheck(): void {
    if (this.isStopped) return
    this.timer ??= setTimeout(() => {
      this.timer = null
      this.checkStoreNow()
    }, betweenLooks)
    // The timer keeps the process alive only while a caller waits for an outcome.
    if (this.options.sessions.all.some(({ isFollowed }) => isFollowed)) this.timer.ref?.()
    else this.timer.unref?.()
  }

  /** Runs all sessions with work left, and returns their number. */
  recover(): Promise<number> {
    return this.trackWork(async () => {
      await this.start()
      // The process that ran the sessions may have ended, so this process tries to take over.
      if (!this.isDriving) await this.takeClaim()
      return this.isDriving ? this.wakeDueSessions() : 0
    })
  }

  stop(): Promise<void> {
    this.ending ??= this.endDriving()
    return this.ending
  }

  private async endDriving(): Promise<void> {
    const { store, driver, sessions } = this.options
    this.isStopped = true
    this.unwatch()
    clearTimeout(this.timer ?? undefined)
    store.stop()
    await driver.stop()
    await Promise.allSettled(this.works)
    await store.close()
    for (const active of sessions.all) active.failFollowers(stoppedError())
    this.awaited.clear()
    this.resolveIdle()
    await this.claim?.release()
  }

  private resolveIdle(): void {
    if (this.awaited.size > 0 || this.running > 0) return
    for (const resolve of this.idlers.splice(0)) resolve()
  }

  private async beginDriving(): Promise<void> {
    await this.takeClaim()
    if (this.isStopped) return
    this.unwatch = this.options.store.watch?.(() => this.checkStoreNow()) ?? this.unwatch
  }

  /** Starts running sessions, unless another process runs them. */
  private async takeClaim(): Promise<void> {
    const { store, driver } = this.options
    if (store.claim !== undefined) {
      this.claim = await store.claim()
      this.isDriving = this.claim !== null
    }
    if (this.isDriving && !this.isStopped) await driver.start((key, signal) => this.driveSession(key, signal))
  }

  private checkStoreNow(): void {
    this.trackWork(() => this.readOtherAppends())
      // The next check may succeed. Without one, followers of a session that another process runs would wait forever.
      .catch(() => this.scheduleCheckIfFollowed())
  }

  private scheduleCheckIfFollowed(): void {
    if (!this.isDriving && this.options.sessions.all.some(({ isFollowed }) => isFollowed))
      this.scheduleStoreCheck()
  }

  /** Reads sessions from the store again, because another process may have appended to them. */
  private async readOtherAppends(): Promise<void> {
    if (!this.isDriving) await this.takeClaim()
    for (const active of this.options.sessions.all) {
      if (!active.isFollowed && !this.isDriving) continue
      if (await active.live.refresh()) await this.continueSession(active)
    }
    if (this.isDriving) await this.wakeDueSessions()
    else this.scheduleCheckIfFollowed()
  }

  private async driveSession(key: SessionKey, signal: AbortSignal): Promise<void> {
    const { sessions, now } = this.options
    this.awaited.delete(keyText(key))
    this.running++
    let driven: ActiveSession | null = null
    try {
      await sessions.useSession(key, async active => {
        driven = active
        await denyExpiredCalls(active.live, now())
        active.reportBegin()
        await active.engine.drive(signal)
        if (signal.aborted) throw signal.reason
        if (!active.isResting) return
        const { until } = active
        if (until !== null) await this.wakeSession(key, until)
        active.deliverOutcome()
      })
    } catch (error) {
      const active: ActiveSession | null = driven ?? sessions.get(key)
      if (active === null) return
      sessions.dropSession(active)
      active.failFollowers(error)
    } finally {
      this.running--
      this.resolveIdle()
    }
  }

  private async wakeDueSessions(): Promise<number> {
    const { store, now, app } = this.options
    let count = 0
    let after: string | null = null
    do {
      const page: Page<SessionKey> = await store.due({
        now: now(),
        limit: 1_000,
        ...(after !== null && { after }),
      })
      const keys = page.items.filter(({ owner }) => app === undefined || owner.app === app)
      this.assertRunning()
      for (const key of keys) await this.wakeSession(key)
      count += keys.length
      after = page.next
    } while (after !== null)
    return count
  }
}
