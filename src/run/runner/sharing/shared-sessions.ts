import { keyText, type SessionKey } from '../../../core/session/owner.ts'
import { LeaseError } from '../../store/lease-error.ts'
import type { Lease, SessionChange } from '../../store/leases.ts'
import type { ActiveSession } from '../active-session.ts'
import { deletedError, type LiveSession } from '../live-session.ts'
import type { OpenSessions } from '../open-sessions.ts'
import type { RunnerStore } from '../store/steady-store.ts'
import { type HeldLease, HeldLeases } from './held-leases.ts'
import { SessionRelay } from './session-relay.ts'
import type { SharingSettings } from './sharing.ts'

/** Parameters of `SharedSessions`. */
interface SharedSessionsOptions {
  readonly store: RunnerStore
  readonly sessions: OpenSessions
  readonly now: () => number
  readonly sharing: SharingSettings
  /** Whether the driver may run a session in another process than the one that wakes it. */
  readonly isSpread: boolean
  /** Tries to run a session, or reads again how it stands. */
  readonly wake: (key: SessionKey) => Promise<void>
  /** Wakes sessions that no process has, if the driver will not run them by itself. */
  readonly wakeLeft: (keys: readonly SessionKey[]) => Promise<unknown>
  /** Does work that the runner's `stop` waits for. */
  readonly trackWork: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Called at each look for what other processes did. */
  readonly onLook: () => Promise<unknown>
}

/** Milliseconds between two looks for due sessions that the driver will not run. */
const betweenRounds = 1_000

/** Sessions that this process leases to run them, and sessions that it follows because other processes run them. */
export class SharedSessions {
  private readonly options: SharedSessionsOptions
  private readonly leases: HeldLeases
  private readonly relay: SessionRelay
  /** Sessions with work that another process does, by name. */
  private readonly elsewhere = new Map<string, SessionKey>()
  /** Sessions whose leases this process got back, which wait until it may run more sessions. By name. */
  private readonly regained = new Map<string, SessionKey>()
  /** Names of the sessions that the last look found free and without a pause. */
  private freeBefore: ReadonlySet<string> = new Set()
  private timer: ReturnType<typeof setTimeout> | null = null
  private isLooking = false
  /** Number of runs that this process began. */
  private runs = 0
  private isStopped = false
  /** Whether this process looks for due sessions. */
  private isRecovering = false
  /** Timer until the next call of `onLook`; null if none is to wait for. */
  private roundTimer: ReturnType<typeof setTimeout> | null = null

  constructor(options: SharedSessionsOptions) {
    this.options = options
    const { store, sessions, sharing, now, wake, trackWork, isSpread } = options
    const onUnknown = ({ key }: Lease): void => {
      if (!isSpread && this.isRecovering) this.regained.set(keyText(key), key)
      else void (isSpread ? this.giveBack(key) : wake(key)).catch(() => this.giveBack(key))
    }
    this.leases = new HeldLeases({ leases: store.leases, sharing, now, onUnknown })
    this.relay = new SessionRelay({
      relay: sharing.relay ?? store.relay,
      holder: sharing.holder,
      sessionOf: key => sessions.get(key),
      onChange: change => void trackWork(() => this.readChanges([change])).catch(() => {}),
    })
  }

  /** Whether this process has the lease of a session. */
  has(key: SessionKey): boolean {
    return this.leases.has(key)
  }

  /** From now on, calls `onLook` at each look. Gets back the sessions that this process had before a restart. */
  async beginRecovery(): Promise<void> {
    this.isRecovering = true
    this.putOffRound()
    // The renewals that follow may succeed.
    await this.leases.renew().catch(() => {})
    this.scheduleLook()
  }

  /** Leases due sessions that no process has, and returns their keys, after those whose leases this process got back. */
  async takeDue(limit: number, app: string | undefined): Promise<readonly SessionKey[]> {
    const rest = limit - Math.min(limit, this.regained.size)
    const taken = rest === 0 ? [] : await this.leases.takeDue(rest, app)
    const regained = [...this.regained.values()].slice(0, limit - taken.length)
    for (const key of regained) this.regained.delete(keyText(key))
    return [...regained, ...taken.map(({ key }) => key)]
  }

  /** Ends the lease of a session that is not run after all. */
  async giveBack(key: SessionKey): Promise<void> {
    await this.leases.giveBack(key)
  }

  /** Ends the lease of a session whose run failed. No process runs it at once again, unless it is asked to. */
  pause(key: SessionKey): Promise<void> {
    return this.leases.pause(key)
  }

  /**
   * Does work with a session under a lease. Returns false, and begins to follow the session, if another process has the
   * session, or took it during the work.
   */
  async runLeased(
    active: ActiveSession,
    signal: AbortSignal,
    work: (lost: AbortSignal) => Promise<void>,
  ): Promise<boolean> {
    const { live } = active
    const lease = await this.leases.take(live.key)
    if (lease === null) {
      this.follow(live.key)
      return false
    }
    let isLost = false
    try {
      await this.beginRun(active, lease)
      const { length } = live.session
      await work(lease.lost)
      const isIdle = live.session.length === length && active.isResting && !lease.lost.aborted
      // The store says that the session is due, and this program has nothing to do in it.
      if (lease.isDue && isIdle) await this.leases.pause(live.key)
      else {
        this.leases.forgetFailures(live.key)
        await this.release(lease, live.key)
      }
    } catch (error) {
      isLost = error instanceof LeaseError
      if (signal.aborted || isLost) await this.release(lease, live.key)
      if (!isLost) throw error
    } finally {
      live.fence = undefined
      active.onReport = () => {}
      this.relay.leave(live.key)
    }
    isLost ||= lease.lost.aborted
    if (isLost || !active.isResting) this.follow(live.key)
    return !isLost
  }

  private async beginRun(active: ActiveSession, { fence, revision, isDue }: HeldLease): Promise<void> {
    const { live } = active
    const { key } = live
    this.elsewhere.delete(keyText(key))
    this.regained.delete(keyText(key))
    live.fence = fence
    this.relay.beginRun(active, `${fence}.${++this.runs}`)
    active.onReport = (report, after) => this.relay.publishReport(key, report, after)
    this.scheduleLook()
    // A lease that waited for its run knows nothing of what others appended meanwhile.
    if (revision === undefined || isDue || revision > live.session.length) await live.refresh()
    if (live.isDeleted) throw deletedError(key)
  }

  private async release(lease: HeldLease, key: SessionKey): Promise<void> {
    await lease.release()
    this.relay.publishReleased(key)
  }

  /** Returns the sessions that no process has, and that have no pause. */
  free(keys: readonly SessionKey[]): Promise<readonly SessionKey[]> {
    return this.leases.free(keys)
  }

  /** Remembers that another process runs a session, so that this process follows the session. */
  follow(key: SessionKey): void {
    this.elsewhere.set(keyText(key), key)
    if (this.options.sessions.get(key)?.isFollowed) this.relay.join(key)
    this.scheduleLook()
  }

  /** Stops following a session, because nothing is left to do in it. */
  unfollow(key: SessionKey): void {
    if (this.elsewhere.delete(keyText(key))) this.relay.leave(key)
  }

  /** Tells the other processes that this one appended to a session. */
  announceAppend({ key, session }: LiveSession): void {
    this.relay.publishAppended(key, session.length)
  }

  /** Ends all looks, leases and messages. */
  async stop(): Promise<void> {
    this.isStopped = true
    for (const timer of [this.timer, this.roundTimer]) clearTimeout(timer ?? undefined)
    await this.leases.stop()
    this.relay.leaveAll()
  }

  /** Whether it matters to this process what other processes do. */
  private get isLookNeeded(): boolean {
    if (this.isStopped || this.options.store.leases === undefined) return false
    return this.elsewhere.size > 0 || this.leases.all.length > 0 || this.isRecovering
  }

  /** Looks soon for what other processes did, if that matters to this process. */
  scheduleLook(): void {
    const { sharing, trackWork } = this.options
    if (this.isLooking) return
    if (!this.isLookNeeded) {
      clearTimeout(this.timer ?? undefined)
      this.timer = null
      return
    }
    this.timer ??= setTimeout(() => {
      this.timer = null
      this.isLooking = true
      trackWork(() => this.look())
        // The next look may succeed. Without one, followers of a session that runs elsewhere would wait forever.
        .catch(() => {})
        .finally(() => {
          this.isLooking = false
          this.scheduleLook()
        })
    }, sharing.pollInterval)
    // The timer keeps the process alive only while a caller waits for what another process does.
    if (this.isAwaited) this.timer.ref?.()
    else this.timer.unref?.()
  }

  /** Whether a caller waits for a session that another process runs. */
  private get isAwaited(): boolean {
    const { sessions } = this.options
    for (const key of this.elsewhere.values()) if (sessions.get(key)?.isFollowed) return true
    return false
  }

  /** Reads what other processes appended to the sessions that matter here, and runs those that are free. */
  private async look(): Promise<void> {
    const { sessions, store, now, onLook } = this.options
    for (const key of this.elsewhere.values()) if (sessions.get(key) === null) this.unfollow(key)
    const keys = [...this.elsewhere.values(), ...this.leases.all.map(({ key }) => key)]
    const known = keys.flatMap(key => {
      const active = sessions.get(key)
      return active === null ? [] : [{ key, revision: active.live.session.length }]
    })
    const changes = (await store.leases?.changed(known, now())) ?? []
    await this.readChanges(changes, this.freeBefore)
    const free = changes.filter(({ isFree, isPaused }) => isFree && !isPaused)
    this.freeBefore = new Set(free.map(({ key }) => keyText(key)))
    if (!this.isRecovering || this.roundTimer !== null) return
    this.putOffRound()
    await onLook()
  }

  /** Puts off the next call of `onLook` if the driver runs due sessions by itself. A look may take longer than its interval. */
  private putOffRound(): void {
    if (!this.options.isSpread) return
    this.roundTimer = setTimeout(() => {
      this.roundTimer = null
    }, betweenRounds)
    this.roundTimer.unref?.()
  }

  /** Reads sessions to which other processes appended, or which they do not run any more. Those in `before` were free. */
  private async readChanges(
    changes: readonly SessionChange[],
    before: ReadonlySet<string> = new Set(),
  ): Promise<void> {
    const { sessions, store, isSpread } = this.options
    const left: SessionKey[] = []
    for (const { key, isChanged, isFree, isPaused } of changes) {
      const active = sessions.get(key)
      if (active === null) continue
      if (isChanged && (await active.live.refresh())) active.engine.wakeLoop()
      if (active.live.isDeleted) {
        sessions.dropDeleted(active)
        this.unfollow(key)
        continue
      }
      this.relay.deliverEarlyReports(active)
      if (!this.elsewhere.has(keyText(key))) continue
      // The message that asked for the parts of answers may have got lost.
      if (active.isFollowed) this.relay.join(key)
      // The process that ran the session has stopped or died, or the outcome is known. Without leases, nobody knows.
      const isAnyones = !isSpread && (isFree || store.leases === undefined)
      if (isAnyones || active.isResting) await this.options.wake(key)
      if (isSpread && isFree && !isPaused && !active.isResting && !before.has(keyText(key))) left.push(key)
    }
    // A wake-up before the end of a dead process's lease ran nothing.
    if (left.length > 0 && this.isRecovering) await this.options.wakeLeft(left)
  }
}
