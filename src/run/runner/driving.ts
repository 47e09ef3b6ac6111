import { keyText, type SessionKey } from '../../core/session/owner.ts'
import { LeaseError } from '../store/lease-error.ts'
import type { Page } from '../store/store.ts'
import type { ActiveSession } from './active-session.ts'
import type { Driver } from './driver.ts'
import { denyExpiredCalls, hasExpiredCalls } from './expired-waits.ts'
import { HeldLeases } from './leases/held-leases.ts'
import type { Sharing } from './leases/sharing.ts'
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
  readonly sharing: Required<Sharing>
}

/** Milliseconds between two attempts to run a session that another process runs. */
const betweenTakes = 1_000

/** Decides which sessions of a store run in this process: those that it can lease. */
export class Driving {
  private readonly options: DrivingOptions
  private readonly leases: HeldLeases
  private started: Promise<void> | null = null
  private isStopped = false
  /** Promise that settles when `stop` is done; null before `stop` is called. */
  private ending: Promise<void> | null = null
  /** Work that may still use the store. */
  private readonly works = new Set<Promise<unknown>>()
  private timer: ReturnType<typeof setTimeout> | null = null
  private isLooking = false
  /** Sessions with work that another process does, by name. */
  private readonly elsewhere = new Map<string, SessionKey>()
  /** Time that has passed since the last attempt to run the sessions that other processes run, in milliseconds. */
  private sinceTakes = 0
  /** Maximum number of sessions that run when this process takes due ones; null if it does not take any. */
  private atOnce: number | null = null
  /** Whether more sessions may be due than this process could take. */
  private isMoreDue = false
  /** Names of sessions that will run soon. */
  private readonly awaited = new Set<string>()
  /** Number of running sessions. */
  private running = 0
  /** Functions to call as soon as no session runs. */
  private idlers: (() => void)[] = []

  constructor(options: DrivingOptions) {
    this.options = options
    const { store, now, sharing } = options
    const onUnknown = ({ key }: { readonly key: SessionKey }): void => void this.wakeSession(key)
    this.leases = new HeldLeases({ leases: store.leases, sharing, now, onUnknown })
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
    this.started ??= this.options.driver.start((key, signal) => this.driveSession(key, signal))
    return this.started
  }

  /** Continues a session after something was appended to it. */
  async continueSession(active: ActiveSession): Promise<void> {
    active.engine.wakeLoop()
    if (!this.isStopped) await this.wakeSession(active.live.key)
  }

  /** Resolves when no session runs in this process, and none will run soon. */
  idle(): Promise<void> {
    if (this.isIdle) return Promise.resolve()
    return new Promise(resolve => {
      this.idlers.push(resolve)
    })
  }

  private get isIdle(): boolean {
    return this.awaited.size === 0 && this.running === 0 && !this.isMoreDue
  }

  private async wakeSession(key: SessionKey, at?: number): Promise<void> {
    if (at === undefined) this.awaited.add(keyText(key))
    await this.options.driver.wake(key, at)
  }

  /**
   * Starts to run the due sessions that no process runs, at most `atOnce` at a time, and returns the number of those
   * that it began with. From then on, this process takes due sessions whenever it can run more.
   */
  recover(atOnce: number): Promise<number> {
    return this.trackWork(async () => {
      await this.start()
      if (this.options.store.leases === undefined) return this.wakeAllDueSessions()
      this.atOnce = atOnce
      const count = await this.takeDueSessions()
      this.scheduleLook()
      return count
    })
  }

  stop(): Promise<void> {
    this.ending ??= this.endDriving()
    return this.ending
  }

  private async endDriving(): Promise<void> {
    const { store, driver, sessions } = this.options
    this.isStopped = true
    clearTimeout(this.timer ?? undefined)
    store.stop()
    await driver.stop()
    await Promise.allSettled(this.works)
    await this.leases.stop()
    await store.close()
    for (const active of sessions.all) active.failFollowers(stoppedError())
    this.awaited.clear()
    this.isMoreDue = false
    this.resolveIdle()
  }

  private resolveIdle(): void {
    if (this.isIdle) for (const resolve of this.idlers.splice(0)) resolve()
  }

  /** Whether it matters to this process what other processes do. */
  private get isLookNeeded(): boolean {
    if (this.isStopped || this.options.store.leases === undefined) return false
    return this.elsewhere.size > 0 || this.leases.all.length > 0 || this.atOnce !== null
  }

  /** Looks soon for what other processes did, if that matters to this process. */
  private scheduleLook(): void {
    const { sharing, sessions } = this.options
    if (this.isLooking) return
    if (!this.isLookNeeded) {
      clearTimeout(this.timer ?? undefined)
      this.timer = null
      return
    }
    this.timer ??= setTimeout(() => {
      this.timer = null
      this.sinceTakes += sharing.pollInterval
      this.isLooking = true
      this.trackWork(() => this.look())
        // The next look may succeed. Without one, followers of a session that runs elsewhere would wait forever.
        .catch(() => {})
        .finally(() => {
          this.isLooking = false
          this.scheduleLook()
        })
    }, sharing.pollInterval)
    // The timer keeps the process alive only while a caller waits for an outcome.
    if (sessions.all.some(({ isFollowed }) => isFollowed)) this.timer.ref?.()
    else this.timer.unref?.()
  }

  /** Reads what other processes appended to the sessions that matter here, and takes sessions that are free. */
  private async look(): Promise<void> {
    const { sessions, store } = this.options
    const keys = [...this.elsewhere.values(), ...this.leases.all.map(({ key }) => key)]
    const known = keys.flatMap(key => {
      const active = sessions.get(key)
      return active === null ? [] : [{ key, revision: active.live.session.length }]
    })
    const changed = new Set(((await store.leases?.changed(known)) ?? []).map(keyText))
    for (const { key } of known) {
      const active = sessions.get(key)
      if (active !== null && changed.has(keyText(key)) && (await active.live.refresh()))
        active.engine.wakeLoop()
    }
    const isToTake = this.sinceTakes >= betweenTakes
    if (isToTake) this.sinceTakes = 0
    for (const [name, key] of [...this.elsewhere]) {
      const active = sessions.get(key)
      if (active === null) this.elsewhere.delete(name)
      else if (isToTake || active.isResting) await this.wakeSession(key)
    }
    await this.takeDueSessions()
  }

  private async driveSession(key: SessionKey, signal: AbortSignal): Promise<void> {
    const { sessions } = this.options
    this.awaited.delete(keyText(key))
    this.running++
    let driven: ActiveSession | null = null
    try {
      await sessions.useSession(key, active => {
        driven = active
        return this.leaseAndDrive(active, signal)
      })
    } catch (error) {
      this.leases.holdBack(key)
      const active: ActiveSession | null = driven ?? sessions.get(key)
      if (active === null) return
      sessions.dropSession(active)
      active.failFollowers(error)
    } finally {
      this.running--
      this.scheduleLook()
      if (this.isMoreDue) this.trackWork(() => this.takeDueSessions()).catch(() => {})
      this.resolveIdle()
    }
  }

  private async leaseAndDrive(active: ActiveSession, signal: AbortSignal): Promise<void> {
    const { now } = this.options
    const { live } = active
    const isDone = active.isResting && !hasExpiredCalls(live, now())
    if (isDone && !this.leases.has(live.key)) return this.endRun(active)
    const lease = await this.leases.take(live.key)
    if (lease === null) return this.lookLater(active)
    this.elsewhere.delete(keyText(live.key))
    try {
      if (lease.revision !== undefined && lease.revision > live.session.length) await live.refresh()
      live.fence = lease.fence
      this.scheduleLook()
      await denyExpiredCalls(live, now())
      active.reportBegin()
      await active.engine.drive(AbortSignal.any([signal, lease.lost]))
      await lease.release()
    } catch (error) {
      if (signal.aborted || error instanceof LeaseError) await lease.release()
      if (!(error instanceof LeaseError)) throw error
    } finally {
      live.fence = undefined
    }
    if (signal.aborted) throw signal.reason
    if (active.isResting) await this.endRun(active)
    else this.lookLater(active)
  }

  private async endRun(active: ActiveSession): Promise<void> {
    const { until, live } = active
    this.elsewhere.delete(keyText(live.key))
    if (until !== null) await this.wakeSession(live.key, until)
    active.deliverOutcome()
  }

  /** Remembers that another process runs a session, so that this process follows the session. */
  private lookLater({ live: { key } }: ActiveSession): void {
    this.elsewhere.set(keyText(key), key)
    this.scheduleLook()
  }

  /** Takes as many due sessions as this process can run, and returns their number. */
  private async takeDueSessions(): Promise<number> {
    const { app } = this.options
    if (this.atOnce === null || this.isStopped) return 0
    const limit = Math.min(1_000, this.atOnce - this.running - this.awaited.size)
    if (limit <= 0) {
      this.isMoreDue = true
      return 0
    }
    const taken = await this.leases.takeDue(limit, app)
    this.isMoreDue = taken.length === limit
    this.assertRunning()
    for (const { key } of taken) await this.wakeSession(key)
    this.resolveIdle()
    return taken.length
  }

  /** Runs all due sessions of a store without leases. */
  private async wakeAllDueSessions(): Promise<number> {
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
