import { keyText, type SessionKey } from '../../core/session/owner.ts'
import type { Page } from '../store/cursor.ts'
import type { ActiveSession } from './active-session.ts'
import type { Driver } from './driver.ts'
import { denyExpiredCalls, hasExpiredCalls } from './expired-waits.ts'
import type { LiveSession } from './live-session.ts'
import type { OpenSessions } from './open-sessions.ts'
import { SharedSessions } from './sharing/shared-sessions.ts'
import type { SharingSettings } from './sharing/sharing.ts'
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
  readonly sharing: SharingSettings
}

/** Maximum number of due sessions in each look of a process, on average: it leaves looks out if more are due. */
const mostInLook = 1_000

/** Decides which sessions of a store run in this process: those that it can lease. */
export class Driving {
  private readonly options: DrivingOptions
  private readonly shared: SharedSessions
  /** Whether the driver may run a session in another process than the one that wakes it. */
  private readonly isSpread: boolean
  private started: Promise<void> | null = null
  private isStopped = false
  /** Promise that settles when `stop` is done; null before `stop` is called. */
  private ending: Promise<void> | null = null
  /** Work that may still use the store. */
  private readonly works = new Set<Promise<unknown>>()
  /** Maximum number of sessions that run when this process takes due ones; null if it does not take any. */
  private atOnce: number | null = null
  /** Due sessions of a store without leases, which wait for their turn. */
  private unleased: SessionKey[] = []
  /** Take of due sessions in progress. */
  private taking: Promise<number> | null = null
  /** Whether more sessions may be due than this process could take. */
  private isMoreDue = false
  /** Number of looks for due sessions that were not woken which this process leaves out. */
  private looksToSkip = 0
  /** Names of sessions that will run soon. */
  private readonly awaited = new Set<string>()
  /** Number of running sessions. */
  private running = 0
  /** Functions to call as soon as no session runs. */
  private idlers: (() => void)[] = []

  constructor(options: DrivingOptions) {
    this.options = options
    this.isSpread = options.driver.unwoken !== undefined
    this.shared = new SharedSessions({
      ...options,
      isSpread: this.isSpread,
      wake: key => (this.isSpread ? this.endFinishedRun(key) : this.wakeSession(key)),
      wakeLeft: keys => this.wakeUnwoken(keys),
      trackWork: work => this.trackWork(work),
      onLook: () => this.takeDueSessions(),
    })
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
      const { driver, store, sharing, now } = this.options
      if (this.isSpread && store.leases === undefined)
        return Promise.reject(new TypeError('a driver of several processes needs a store with leases'))
      const { holder, leaseLength } = sharing
      const terms = { holder, leaseLength, now }
      const starting = driver.start((key, signal) => this.driveSession(key, signal), terms)
      this.started = starting
      starting.catch(() => {
        this.started = null
      })
    }
    return this.started
  }

  /** Continues a session after something was appended to it. */
  async continueSession(active: ActiveSession): Promise<void> {
    const { key } = active.live
    active.engine.wakeLoop()
    if (this.isStopped) return
    if (this.isSpread && !this.shared.has(key)) {
      if (this.isFinished(active)) return this.endRun(active)
      this.shared.follow(key)
    }
    await this.wakeSession(key)
  }

  /** Whether nothing can be done in a session now. */
  private isFinished({ isResting, live }: ActiveSession): boolean {
    return isResting && !hasExpiredCalls(live, this.options.now())
  }

  /** Ends the streams of a session's followers if another process has finished the run. */
  private endFinishedRun(key: SessionKey): Promise<void> {
    return this.options.sessions.useSession(key, async active => {
      if (this.isFinished(active) && !this.shared.has(key)) await this.endRun(active)
    })
  }

  /** Resolves when no session runs in this process, and none will run soon. */
  idle(): Promise<void> {
    if (this.isIdle) return Promise.resolve()
    return new Promise(resolve => {
      this.idlers.push(resolve)
    })
  }

  private get isIdle(): boolean {
    return this.awaited.size === 0 && this.running === 0 && !this.isMoreDue && this.taking === null
  }

  private async wakeSession(key: SessionKey, at?: number): Promise<void> {
    const name = keyText(key)
    if (at === undefined && !this.isSpread) this.awaited.add(name)
    try {
      await this.options.driver.wake(key, at)
    } catch (error) {
      this.awaited.delete(name)
      throw error
    }
  }

  /**
   * Starts to run the due sessions that no process runs, at most `atOnce` at a time, and returns the number of those
   * that it began with. From then on, this process takes due sessions whenever it can run more.
   */
  recover(atOnce: number): Promise<number> {
    return this.trackWork(async () => {
      await this.start()
      this.atOnce = atOnce
      this.looksToSkip = 0
      if (this.options.store.leases === undefined) this.unleased = await this.allDueSessions()
      else await this.shared.beginRecovery()
      return this.takeDueSessions()
    })
  }

  stop(): Promise<void> {
    this.ending ??= this.endDriving()
    return this.ending
  }

  private async endDriving(): Promise<void> {
    const { store, driver, sessions } = this.options
    this.isStopped = true
    store.stop()
    await driver.stop()
    await Promise.allSettled(this.works)
    await this.shared.stop()
    await store.close()
    for (const active of sessions.all) active.failFollowers(stoppedError())
    this.awaited.clear()
    this.isMoreDue = false
    this.resolveIdle()
  }

  private resolveIdle(): void {
    if (this.isIdle) for (const resolve of this.idlers.splice(0)) resolve()
  }

  private async driveSession(key: SessionKey, signal: AbortSignal): Promise<void> {
    const { sessions } = this.options
    this.awaited.delete(keyText(key))
    this.running++
    let driven: ActiveSession | null = null
    try {
      // The lease says whether the session in memory is the newest version.
      await sessions.useKnown(key, active => {
        driven = active
        return this.leaseAndDrive(active, signal)
      })
    } catch (error) {
      const active: ActiveSession | null = driven ?? sessions.get(key)
      if (active !== null) {
        sessions.dropSession(active)
        active.failFollowers(error)
      }
      await this.shared.pause(key)
    } finally {
      this.running--
      this.shared.scheduleLook()
      if (this.isMoreDue) this.trackWork(() => this.takeDueSessions()).catch(() => {})
      this.resolveIdle()
    }
  }

  private async leaseAndDrive(active: ActiveSession, signal: AbortSignal): Promise<void> {
    const { now } = this.options
    const { live } = active
    if (this.isFinished(active) && !this.shared.has(live.key)) {
      await live.refresh()
      if (this.isFinished(active)) return this.endRun(active)
    }
    const isRun = await this.shared.runLeased(active, signal, async lost => {
      await denyExpiredCalls(live, now())
      active.reportBegin()
      await active.engine.drive(AbortSignal.any([signal, lost]))
    })
    if (signal.aborted) throw signal.reason
    if (isRun && active.isResting) await this.endRun(active)
  }

  private async endRun(active: ActiveSession): Promise<void> {
    const { until, live } = active
    this.shared.unfollow(live.key)
    if (until !== null) await this.wakeSession(live.key, until)
    active.deliverOutcome()
  }

  /** Tells the other processes that this one appended to a session. */
  announceAppend(live: LiveSession): void {
    this.shared.announceAppend(live)
  }

  /** Takes as many due sessions as this process can run, and returns their number. Never takes twice at once. */
  private takeDueSessions(): Promise<number> {
    if (this.taking === null) {
      const taking = this.takeOnce().finally(() => {
        this.taking = null
        this.resolveIdle()
      })
      this.taking = taking
    }
    return this.taking
  }

  private async takeOnce(): Promise<number> {
    const { app } = this.options
    if (this.atOnce === null || this.isStopped) return 0
    if (this.isSpread) {
      if (this.looksToSkip-- > 0) return 0
      const due = await this.allDueSessions()
      this.looksToSkip = Math.floor(due.length / mostInLook)
      return this.wakeUnwoken(due)
    }
    const limit = Math.min(1_000, this.atOnce - this.running - this.awaited.size)
    this.isMoreDue = limit <= 0
    if (limit <= 0) return 0
    const keys = [...this.unleased.splice(0, limit), ...(await this.shared.takeDue(limit, app))]
    this.isMoreDue = keys.length === limit
    this.assertRunning()
    for (const key of keys) await this.wakeSession(key).catch(() => this.shared.giveBack(key))
    return keys.length
  }

  /** Wakes those of some due sessions that no process runs, and that the driver will not run by itself. */
  private async wakeUnwoken(keys: readonly SessionKey[]): Promise<number> {
    const unwoken = (await this.options.driver.unwoken?.(keys)) ?? []
    let count = 0
    for (const key of await this.shared.free(unwoken)) {
      this.assertRunning()
      await this.wakeSession(key)
      count++
    }
    return count
  }

  /** Returns all due sessions of the app. */
  private async allDueSessions(): Promise<SessionKey[]> {
    const { store, now, app } = this.options
    const all: SessionKey[] = []
    let after: string | null = null
    do {
      const page: Page<SessionKey> = await store.due({
        now: now(),
        limit: 1_000,
        ...(after !== null && { after }),
      })
      all.push(...page.items.filter(({ owner }) => app === undefined || owner.app === app))
      after = page.next
    } while (after !== null)
    return all
  }
}
