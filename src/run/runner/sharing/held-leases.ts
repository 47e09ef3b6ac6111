import { keyText, type SessionKey } from '../../../core/session/owner.ts'
import { LeaseError } from '../../store/lease-error.ts'
import type { Lease, LeaseTerms, SessionLeases } from '../../store/leases.ts'
import type { SharingSettings } from './sharing.ts'

/** Right of this process to run a session, until it is released or lost. */
export interface HeldLease {
  /** Fencing number for the appends of the run; undefined if the store has no leases. */
  readonly fence: number | undefined
  /** Number of the session's events when it was leased; undefined if the store has no leases. */
  readonly revision: number | undefined
  /** Signal that aborts when another process took the session. Its reason is a `LeaseError`. */
  readonly lost: AbortSignal
  /** Whether the session was leased because it was due, and not because somebody asked for its run. */
  readonly isDue: boolean
  release(): Promise<void>
}

/** Parameters of `HeldLeases`. */
interface HeldLeasesOptions {
  /** Leases of the store; undefined if the store has none. */
  readonly leases: SessionLeases | undefined
  readonly sharing: SharingSettings
  readonly now: () => number
  /** Called with each lease of this process that it does not know, because the answer of the store got lost. */
  readonly onUnknown: (lease: Lease) => void
}

/** Returns the right to run a session of a store without leases. */
const endlessLease = (): HeldLease => ({
  fence: undefined,
  revision: undefined,
  lost: new AbortController().signal,
  isDue: false,
  release: async () => {},
})

/**
 * Parts of a lease's length: until its renewal, until a renewal without an answer has failed, and until the next
 * attempt. So three attempts may fail before the lease ends.
 */
const parts = { renewal: 1 / 3, answer: 1 / 6, retry: 1 / 20 }

/** Maximum number of times that the delay after a failed run doubles. */
const mostDoublings = 6

/** Maximum number of sessions whose failed runs are counted, because one that was deleted never succeeds. */
const mostFailing = 10_000

/** Lease that this process has. */
interface Entry {
  readonly lease: Lease
  readonly stop: AbortController
  /** Whether a run uses the lease. A due session waits for its run with a lease that none uses. */
  isUsed: boolean
}

const leaseName = ({ key, fence }: Lease): string => `${fence} ${keyText(key)}`

/** Leases of this process. */
export class HeldLeases {
  private readonly options: HeldLeasesOptions
  private readonly held = new Map<string, Entry>()
  private timer: ReturnType<typeof setTimeout> | null = null
  private isStopped = false
  /** For each call of the store in progress, the leases that were released since it began. */
  private readonly released = new Set<Set<string>>()
  /** Releases in progress, by session. */
  private readonly releasing = new Map<string, Promise<void>>()
  /** Number of failed runs in a row, by session, in the order of their last failures. */
  private readonly failures = new Map<string, number>()

  constructor(options: HeldLeasesOptions) {
    this.options = options
  }

  /** Sessions that this process has, and their fencing numbers. */
  get all(): readonly Lease[] {
    return [...this.held.values()].map(({ lease }) => lease)
  }

  /** Leases a session. Returns null if another process has it. */
  async take(key: SessionKey): Promise<HeldLease | null> {
    const { leases } = this.options
    if (leases === undefined) return endlessLease()
    const name = keyText(key)
    // Until then, the store returns the lease that it is about to release.
    await this.releasing.get(name)
    const waiting = this.held.get(name)
    const lease = waiting?.lease ?? (await leases.take(key, this.terms))
    if (lease === null) return null
    const entry = waiting ?? this.keep(lease)
    entry.isUsed = true
    const { fence, revision } = lease
    const isDue = waiting !== undefined
    return { fence, revision, lost: entry.stop.signal, isDue, release: () => this.release(entry) }
  }

  /** Returns the sessions that no process has, not even this one, and that have no pause. */
  async free(keys: readonly SessionKey[]): Promise<readonly SessionKey[]> {
    const { leases, now } = this.options
    if (leases === undefined) return keys
    const known = keys.map(key => ({ key, revision: 0 }))
    const found = await leases.changed(known, now())
    return found.flatMap(({ key, isFree, isPaused }) => (isFree && !isPaused ? [key] : []))
  }

  /** Whether this process has the lease of a session. */
  has(key: SessionKey): boolean {
    return this.held.has(keyText(key))
  }

  /**
   * Ends the lease of a session whose run failed or did nothing. No process runs it again at once, unless it is asked
   * to or the session gets a message: for the length of a lease, and for twice as long after each further failure.
   */
  async pause(key: SessionKey): Promise<void> {
    const name = keyText(key)
    const entry = this.held.get(name)
    if (entry === undefined) return
    const doublings = Math.min(this.countFailure(name), mostDoublings)
    await this.release(entry, this.options.sharing.leaseLength * 2 ** doublings)
  }

  /** Counts a failed run of a session, and returns the number of those in a row before it. */
  private countFailure(name: string): number {
    const before = this.failures.get(name) ?? 0
    this.failures.delete(name)
    this.failures.set(name, before + 1)
    const [oldest] = this.failures.keys()
    if (oldest !== undefined && this.failures.size > mostFailing) this.failures.delete(oldest)
    return before
  }

  /** Forgets the failed runs of a session, because one succeeded. */
  forgetFailures(key: SessionKey): void {
    this.failures.delete(keyText(key))
  }

  /** Ends a lease that no run uses. */
  async giveBack(key: SessionKey): Promise<void> {
    const entry = this.held.get(keyText(key))
    if (entry !== undefined && !entry.isUsed) await this.release(entry)
  }

  /** Leases due sessions that no process has, and returns them. Each waits for its run. */
  async takeDue(limit: number, app: string | undefined): Promise<readonly Lease[]> {
    const terms = { ...this.terms, limit, ...(app !== undefined && { app }) }
    const taken = await this.unreleased(leases => leases.takeDue(terms))
    // This process may still run a session whose lease had ended.
    const fresh = taken.filter(({ key }) => !this.has(key))
    for (const lease of fresh) this.keep(lease)
    return fresh
  }

  /** Ends the renewals, and all leases that no run uses. */
  async stop(): Promise<void> {
    this.isStopped = true
    clearTimeout(this.timer ?? undefined)
    await Promise.all([...this.held.values()].map(entry => this.release(entry)))
    await Promise.all(this.releasing.values())
  }

  private keep(lease: Lease): Entry {
    const entry: Entry = { lease, stop: new AbortController(), isUsed: false }
    this.held.set(keyText(lease.key), entry)
    this.scheduleRenewal()
    return entry
  }

  private get terms(): LeaseTerms {
    const { sharing, now } = this.options
    return { holder: sharing.holder, length: sharing.leaseLength, now: now() }
  }

  private release(entry: Entry, pause?: number): Promise<void> {
    const { lease } = entry
    const name = keyText(lease.key)
    if (this.held.get(name) === entry) this.held.delete(name)
    for (const each of this.released) each.add(leaseName(lease))
    const released = this.releaseOnce(entry, pause).finally(() => {
      if (this.releasing.get(name) === released) this.releasing.delete(name)
    })
    this.releasing.set(name, released)
    return released
  }

  /** Releases a lease. If the store fails, the lease is kept until a run needs it, or until the next attempt. */
  private async releaseOnce(entry: Entry, pause: number | undefined): Promise<void> {
    const { leases, now, sharing } = this.options
    const name = keyText(entry.lease.key)
    try {
      await leases?.release(entry.lease, pause === undefined ? undefined : { length: pause, now: now() })
    } catch {
      if (this.isStopped || entry.stop.signal.aborted || this.held.has(name)) return
      entry.isUsed = false
      this.held.set(name, entry)
      this.scheduleRenewal()
      const again = setTimeout(() => {
        if (this.held.get(name) === entry && !entry.isUsed) void this.release(entry, pause)
      }, sharing.leaseLength * parts.retry)
      again.unref?.()
    }
  }

  /** Returns the leases that the store answers with, without those that were released before its answer arrived. */
  private async unreleased(
    call: (leases: SessionLeases) => Promise<readonly Lease[]>,
  ): Promise<readonly Lease[]> {
    const { leases } = this.options
    if (leases === undefined) return []
    const released = new Set<string>()
    this.released.add(released)
    try {
      return (await call(leases)).filter(lease => !released.has(leaseName(lease)))
    } finally {
      this.released.delete(released)
    }
  }

  private scheduleRenewal(part = parts.renewal): void {
    if (this.timer !== null || this.held.size === 0 || this.isStopped) return
    const next = (after: number): void => {
      this.timer = null
      this.scheduleRenewal(after)
    }
    this.timer = setTimeout(() => {
      // The store may answer the next time. Until then the fencing numbers protect the sessions.
      this.renewInTime().then(
        () => next(parts.renewal),
        () => next(parts.retry),
      )
    }, this.options.sharing.leaseLength * part)
    this.timer.unref?.()
  }

  /** Renews the leases. Rejects if the store does not answer early enough for another attempt. */
  private renewInTime(): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error('no answer in time')),
        this.options.sharing.leaseLength * parts.answer,
      )
      late.unref?.()
      this.renew()
        .then(resolve, reject)
        .finally(() => clearTimeout(late))
    })
  }

  /**
   * Renews the leases. A process that was started again under the same name gets the sessions back that it had before.
   */
  async renew(): Promise<void> {
    const before = [...this.held]
    const renewed = await this.unreleased(leases => leases.renew(this.terms))
    const fences = new Map(renewed.map(({ key, fence }) => [keyText(key), fence]))
    for (const [name, each] of before) {
      const { key, fence } = each.lease
      if (fences.get(name) === fence || this.held.get(name) !== each) continue
      this.held.delete(name)
      each.stop.abort(new LeaseError(key, fence))
    }
    for (const lease of renewed) {
      const name = keyText(lease.key)
      if (this.held.has(name) || this.releasing.has(name)) continue
      this.keep(lease)
      this.options.onUnknown(lease)
    }
  }
}
