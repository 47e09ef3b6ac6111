import { afterMilliseconds } from '../../../core/effect/timer.ts'
import type { Owner, SessionKey } from '../../../core/session/owner.ts'
import type { StoreAccounts } from '../../store/accounts.ts'
import { ConflictError } from '../../store/conflict-error.ts'
import type { Page } from '../../store/cursor.ts'
import { LeaseError } from '../../store/lease-error.ts'
import type { SessionLeases } from '../../store/leases.ts'
import type { Relay } from '../../store/relay.ts'
import type {
  Append,
  DueOptions,
  ForkOptions,
  ReadOptions,
  ScopedValue,
  SessionRecord,
  Store,
} from '../../store/store.ts'
import { waitUnlessAborted } from '../model/retry.ts'
import { Timers } from '../timers.ts'
import { committedFork, committedRevision } from './committed.ts'
import { delayAfterFailures, type StoreDeadlines } from './store-deadlines.ts'
import { StoreError, stoppedError } from './store-error.ts'

/** Store methods that a runner calls. */
export type RunnerStore = Omit<Store, 'list' | 'delete' | 'deleteOwner' | 'close'>

/** Settings for a runner's calls to its store. */
interface SteadyOptions {
  readonly deadlines: Required<StoreDeadlines>
  readonly random: () => number
}

/**
 * Store that hides temporary failures: it repeats a call that fails or gets no answer in time. After a failed write, it
 * reads the stored data to find out whether the write succeeded, so that nothing is written twice.
 */
export class SteadyStore implements RunnerStore {
  private readonly store: Store
  private readonly options: SteadyOptions
  private readonly stopping = new AbortController()
  private readonly timers = new Timers()
  private isClosed = false
  /** Calls that have not been answered yet. */
  private readonly open = new Set<Promise<unknown>>()
  readonly leases?: SessionLeases
  readonly relay?: Relay
  readonly accounts?: StoreAccounts

  constructor(store: Store, options: SteadyOptions) {
    this.store = store
    this.options = options
    if (store.relay !== undefined) this.relay = store.relay
    const { accounts } = store
    if (accounts !== undefined)
      this.accounts = {
        owners: options =>
          this.repeatCall('owners', () => this.callWithTimeout(() => accounts.owners(options))),
        costs: query => this.repeatCall('costs', () => this.callWithTimeout(() => accounts.costs(query))),
      }
    if (store.leases !== undefined) this.leases = this.steadyLeases(store.leases)
  }

  read(key: SessionKey, options?: ReadOptions): Promise<SessionRecord | null> {
    return this.repeatCall('read', () => this.callWithTimeout(() => this.store.read(key, options)))
  }

  scopes(owner: Owner): Promise<ReadonlyMap<string, ScopedValue>> {
    return this.repeatCall('scopes', () => this.callWithTimeout(() => this.store.scopes(owner)))
  }

  due(options: DueOptions): Promise<Page<SessionKey>> {
    return this.repeatCall('due', () => this.callWithTimeout(() => this.store.due(options)))
  }

  append(key: SessionKey, write: Append): Promise<number> {
    const { expectedRevision: from } = write
    return this.writeOnce(
      'append',
      () => this.store.append(key, write),
      async () =>
        committedRevision(await this.callWithTimeout(() => this.store.read(key, { from })), key, write),
    )
  }

  fork(key: SessionKey, id: string, options: ForkOptions): Promise<number | null> {
    return this.writeOnce(
      'fork',
      () => this.store.fork(key, id, options),
      async () =>
        committedFork(
          await this.callWithTimeout(() => this.store.read({ owner: key.owner, id })),
          key.id,
          options,
        ),
    )
  }

  /** Stops repeating failed calls. */
  stop(): void {
    this.stopping.abort()
  }

  /** Rejects all later calls, and waits for the calls that have not been answered. */
  async close(): Promise<void> {
    this.isClosed = true
    await Promise.allSettled(this.open)
  }

  /** Makes a write once. After a failure, `committed` checks whether it succeeded, and returns null if not. */
  private writeOnce<Result>(
    method: string,
    write: () => Promise<Result>,
    committed: () => Promise<Result | null>,
  ): Promise<Result> {
    let isUnsure = false
    return this.repeatCall(method, async () => {
      const known = isUnsure ? await committed() : null
      if (known !== null) return known
      try {
        return await this.callWithTimeout(write)
      } catch (error) {
        // An earlier attempt that got no answer may have been written later, and have caused this conflict.
        const late = isUnsure && isLostRace(error) ? await committed() : null
        if (late !== null) return late
        isUnsure = true
        throw error
      }
    })
  }

  /** Repeats a call until it succeeds, loses a race, or exceeds its time limit. */
  private async repeatCall<Result>(method: string, call: () => Promise<Result>): Promise<Result> {
    let late: AbortController | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    try {
      for (let failed = 1; ; failed++)
        try {
          return await call()
        } catch (error) {
          if (isLostRace(error) || this.isClosed) throw error
          if (late === null) {
            const over = new AbortController()
            late = over
            timer = afterMilliseconds(this.options.deadlines.whole, () => over.abort())
          }
          const end = AbortSignal.any([late.signal, this.stopping.signal])
          await waitUnlessAborted(delayAfterFailures(failed, this.options.random), end).catch(() => {
            throw new StoreError(method, error)
          })
        }
    } finally {
      clearTimeout(timer)
    }
  }

  /** Makes a call once. It fails if no answer comes in time. */
  private callWithTimeout<Result>(make: () => Promise<Result>): Promise<Result> {
    if (this.isClosed) return Promise.reject(stoppedError())
    const { call } = this.options.deadlines
    // A store that throws at once must not leave its timer behind.
    const made = (async () => make())()
    const answer = new Promise<Result>((resolve, reject) => {
      const timer = this.timers.start(call, () => end(() => reject(new Error(`no answer within ${call} ms`))))
      let isOpen = true
      const end = (settle: () => void): void => {
        if (!isOpen) return
        isOpen = false
        timer.stop()
        this.open.delete(answer)
        settle()
      }
      made.then(
        result => end(() => resolve(result)),
        (error: unknown) => end(() => reject(error)),
      )
    })
    this.open.add(answer)
    return answer
  }

  /** Returns leases that repeat failed calls. A repeated call has the same effect as one call. */
  private steadyLeases(leases: SessionLeases): SessionLeases {
    const repeat = <Result>(method: string, call: () => Promise<Result>): Promise<Result> =>
      this.repeatCall(method, () => this.callWithTimeout(call))
    return {
      take: (key, terms) => repeat('take', () => leases.take(key, terms)),
      takeDue: terms => repeat('takeDue', () => leases.takeDue(terms)),
      renew: terms => repeat('renew', () => leases.renew(terms)),
      // The holder tries again itself, so that an outcome waits for one attempt only.
      release: (lease, pause) => this.callWithTimeout(() => leases.release(lease, pause)),
      changed: (known, now) => repeat('changed', () => leases.changed(known, now)),
    }
  }
}

/** Whether an error means that another writer came first, so that a repeated call would fail, too. */
const isLostRace = (error: unknown): boolean => error instanceof ConflictError || error instanceof LeaseError
