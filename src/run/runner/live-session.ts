import type { Event, EventInput } from '../../core/ir/event.ts'
import type { JsonObject } from '../../core/ir/json.ts'
import { nextStepsFromLog } from '../../core/program/next-in.ts'
import type { NextStep } from '../../core/program/next-step.ts'
import type { Declaration } from '../../core/program/read-program.ts'
import { invocationOf } from '../../core/program/turn/invocation.ts'
import { createSession } from '../../core/session/create.ts'
import { runnerSource } from '../../core/session/events.ts'
import type { SessionKey } from '../../core/session/owner.ts'
import { restoreSession } from '../../core/session/restore.ts'
import type { Session } from '../../core/session/session.ts'
import { storedSource } from '../../core/session/stored-event.ts'
import { frozenJson } from '../../core/text/json-value.ts'
import type { CallCost } from '../store/accounts.ts'
import { ConflictError } from '../store/conflict-error.ts'
import { LeaseError } from '../store/lease-error.ts'
import type { SessionStatus } from '../store/store.ts'
import type { Receiving } from './message.ts'
import { SharedKeys } from './shared-keys.ts'
import type { RunnerStore } from './store/steady-store.ts'
import { StoreError } from './store/store-error.ts'
import { Turnstile } from './turnstile.ts'

/** Events to append in one commit, and options of the commit. */
export interface Commit {
  readonly events: readonly EventInput[]
  /** Whether the events are made again after a lost race, so that no shared key must be reported as lost. */
  readonly isRepeatable?: boolean
  /** Costs of the model calls whose answers are appended. */
  readonly costs?: readonly CallCost[]
  /** Whether the changes of shared keys were read from the store, so that they must not be written back. */
  readonly isFromStore?: boolean
}

/** Parameters of a live session. */
export interface LiveSessionOptions {
  readonly store: RunnerStore
  readonly program: Declaration
  readonly now: () => number
  /** Removes protected values from an event before it is stored. */
  readonly remove: (event: EventInput) => EventInput
  /** Called with each batch of stored events. `isForeign` says whether another writer appended them. */
  readonly publish: (events: readonly Event[], isForeign: boolean) => void
}

/** Failed read or append of the store. */
interface Failed {
  readonly kind: 'read' | 'append'
  readonly reason: unknown
}

/** Number of lost races after which an append fails, because a busy writer could otherwise block it forever. */
const mostRaces = 100

/** Session in memory, as of its last read. All appends to the session go through this class. */
export class LiveSession {
  readonly key: SessionKey
  session: Session
  private readonly options: LiveSessionOptions
  private readonly initial: JsonObject
  /** Promise that settles when the previous append or read is done. Appends and reads of one process run in turn. */
  private last: Promise<unknown> = Promise.resolve()
  private readonly shared: SharedKeys
  /** Errors of the store. Errors of the code that makes events are not in this set. */
  private readonly failures = new WeakSet<object>()
  /** Fencing number of the lease under which this process runs the session; undefined if it does not run it. */
  fence: number | undefined
  /** Whether the store does not have the session any more. */
  isDeleted = false
  /** Newest failure of the store. */
  private failed: Failed | null = null
  /** Work on results that return directly, one at a time: only the first of an answer is passed to `afterAgent`. */
  readonly answers = new Turnstile(1)
  private known: { readonly session: Session; readonly steps: readonly NextStep[] } | null = null

  private constructor(key: SessionKey, session: Session, initial: JsonObject, options: LiveSessionOptions) {
    this.key = key
    this.session = session
    this.initial = initial
    this.options = options
    this.shared = new SharedKeys(options.store, key.owner)
  }

  /** Reads a session. If the store does not have it, returns an empty one, which the first append creates. */
  static async open(
    key: SessionKey,
    options: LiveSessionOptions,
    given: JsonObject = {},
  ): Promise<LiveSession> {
    const state = stateWithoutProtected(options.remove, given)
    const record = await options.store.read(key)
    const session =
      record === null
        ? createSession({ id: key.id, state })
        : restoreSession({ id: key.id, state: record.state, events: record.events })
    return new LiveSession(key, session, record?.state ?? state, options)
  }

  /** Whether the session is empty. Events with shared keys do not count. */
  get isNew(): boolean {
    const { session } = this
    const { rows, runMarks } = session.units
    return rows.length === 0 && runMarks.asks.length === 0
  }

  /** The next steps of the session. */
  get steps(): readonly NextStep[] {
    if (this.known?.session !== this.session)
      this.known = { session: this.session, steps: this.nextStepsAfter(this.session) }
    return this.known.steps
  }

  /** Returns the facts about a session that `messageEvent` needs. `before` are earlier events of the same commit. */
  messageFacts(session: Session, before: readonly EventInput[] = []): Receiving {
    const { remove } = this.options
    if (before.length === 0) return { session, steps: this.steps, remove }
    const after = session.extend(runnerSource(before, session.length))
    return { session: after, steps: this.nextStepsAfter(after), remove }
  }

  /** Returns an event as it is stored: without protected values that are removed. */
  withoutRemoved(event: EventInput): EventInput {
    return this.options.remove(event)
  }

  private nextStepsAfter(session: Session): readonly NextStep[] {
    const { member, graph } = this.options.program
    const steps = nextStepsFromLog(member, graph, session)
    // If no run is requested, agents do not run. Open calls still get their results.
    const { isRun } = invocationOf(session)
    if (isRun || steps[0]?.kind === 'done') return steps
    const open = steps.filter(
      ({ kind, background }) => kind === 'tools' || kind === 'wait' || background !== undefined,
    )
    return open.length > 0 ? open : [{ kind: 'done', branch: '' }]
  }

  /** Whether an error came from the store, and not from the code that makes events. */
  isStoreFailure(error: unknown): boolean {
    return typeof error === 'object' && error !== null && this.failures.has(error)
  }

  /** Appends the shared keys that the session does not know yet, so that its log alone determines its state. */
  recordSharedKeys(): Promise<void> {
    return this.runInTurn('append', () => this.readSharedKeys(undefined))
  }

  private async readSharedKeys(fence: number | undefined): Promise<void> {
    await this.awaitStore(this.shared.read())
    await this.tryAppend(fence, session => {
      const event = this.shared.missingValuesEvent(session)
      return event === null ? null : { events: [event], isFromStore: true }
    })
  }

  /** Reads events that other writers appended. Returns whether there were any. */
  refresh(): Promise<boolean> {
    return this.runInTurn('read', () => this.readForeignEvents())
  }

  private async readForeignEvents(): Promise<boolean> {
    const { length } = this.session
    const record = await this.awaitStore(this.options.store.read(this.key, { from: length }))
    this.isDeleted = record === null && length > 0
    if (record === null || record.events.length === 0) return false
    this.session = this.session.extend(storedSource(record.events, length))
    const events = record.events.map((_, index) => frozenJson(this.session.event(length + index)))
    this.options.publish(events as unknown as Event[], true)
    return true
  }

  /**
   * Appends the events that `make` returns for the newest version of the session. After each lost race, calls `make`
   * again. Appends nothing if `make` returns null because its events are no longer needed. Returns the appended events.
   * Rejects with a `LeaseError` if the events are of a run whose lease was lost.
   */
  append(make: (session: Session) => Commit | null): Promise<readonly Event[] | null> {
    return this.runInTurn('append', () => this.tryAppend(this.fence, make))
  }

  /** Appends like `append`, but for somebody who does not run the session, such as the sender of a message. */
  appendFromOutside(make: (session: Session) => Commit | null): Promise<readonly Event[] | null> {
    return this.runInTurn('append', () => this.tryAppend(undefined, make))
  }

  /**
   * Runs a read or an append after the previous one. If the previous one fails, this one fails too, because it has
   * already waited as long as it may.
   */
  private runInTurn<Result>(kind: Failed['kind'], work: () => Promise<Result>): Promise<Result> {
    const before = this.failed
    const done = this.last.then(() => {
      const { failed } = this
      if (failed !== null && failed !== before && (failed.kind === 'append' || kind === 'read'))
        throw failed.reason
      return work()
    })
    this.last = done.catch((reason: unknown) => {
      if (this.isStoreFailure(reason) && !(reason instanceof LeaseError)) this.failed = { kind, reason }
    })
    return done
  }

  /** Waits for a call of the store. Records each of its errors as a failure of the store, except a lost race. */
  private async awaitStore<Result>(answer: Promise<Result>): Promise<Result> {
    try {
      return await answer
    } catch (error) {
      if (typeof error === 'object' && error !== null && !(error instanceof ConflictError))
        this.failures.add(error)
      throw error
    }
  }

  private async tryAppend(
    fence: number | undefined,
    make: (session: Session) => Commit | null,
  ): Promise<readonly Event[] | null> {
    const lost = new Set<string>()
    for (let races = 0; ; races++) {
      const before = this.session
      const commit = make(before)
      if (commit === null || commit.events.length === 0) return null
      const time = this.options.now()
      const added = lost.size > 0 ? [this.shared.resetEventFor(lost)] : []
      // The store gets copies, because the author of an event or an observer may change the original later.
      const inputs = [...commit.events, ...added].map(event =>
        frozenJson({ ...this.options.remove(event), time: event.time ?? time }),
      ) as unknown as EventInput[]
      if (!commit.isFromStore && !this.shared.isKnown && this.shared.changeSharedKeys(inputs)) {
        await this.readSharedKeys(fence)
        continue
      }
      const { after, steps } = this.appendInMemory(before, inputs)
      const events = inputs.map((_, index) => after.event(before.length + index))
      const scopes = commit.isFromStore ? [] : this.shared.sharedWritesIn(events, lost)
      const { status, wakeAt } = storedStatusOf(steps)
      try {
        const { costs = [] } = commit
        const facts = { status, wakeAt, time, state: this.initial, scopes, fence, costs }
        const write = { expectedRevision: before.length, events, ...facts }
        await this.awaitStore(this.options.store.append(this.key, write))
      } catch (error) {
        if (!(error instanceof ConflictError)) throw error
        if (races === mostRaces) await this.awaitStore(Promise.reject(new StoreError('append', error)))
        if (error.scopes.length === 0) await this.readForeignEvents()
        if (this.isDeleted) throw deletedError(this.key)
        else await this.readSharedKeys(fence)
        if (!commit.isRepeatable) for (const key of error.scopes) lost.add(key)
        continue
      }
      this.shared.recordWrites(scopes)
      this.session = after
      this.known = { session: after, steps }
      this.options.publish(events, false)
      return events
    }
  }

  /** Returns the session with new events, and its next steps. If the run has none, adds an event that ends it. */
  private appendInMemory(
    before: Session,
    inputs: EventInput[],
  ): { readonly after: Session; readonly steps: readonly NextStep[] } {
    const after = before.extend(runnerSource(inputs, before.length))
    const steps = this.nextStepsAfter(after)
    const [step] = steps
    if (step?.kind !== 'done' || step.outcome !== undefined || !invocationOf(after).isRun)
      return { after, steps }
    const time = this.options.now()
    const end: EventInput = { author: 'developer', parts: [], time, actions: { run: { ended: {} } } }
    inputs.push(end)
    const ended = after.extend(runnerSource([end], after.length))
    return { after: ended, steps: this.nextStepsAfter(ended) }
  }
}

/** Returns the error for work on a session that was deleted meanwhile. */
export const deletedError = ({ id }: SessionKey): Error => new Error(`session '${id}' was deleted`)

/** Returns a new session's state without its protected values. */
function stateWithoutProtected(remove: LiveSessionOptions['remove'], set: JsonObject): JsonObject {
  const event = remove({ author: 'developer', actions: { state: { set } } })
  return event.actions?.state?.set ?? set
}

/** Returns the status to store with a session, and the time at which its earliest wait ends. */
function storedStatusOf(steps: readonly NextStep[]): { status: SessionStatus; wakeAt: number | null } {
  const [first, ...others] = steps
  if (first === undefined) return { status: 'idle', wakeAt: null }
  if (first.kind === 'done')
    // Agents may still work in the background.
    return others.length > 0 ? storedStatusOf(others) : { status: statusOfEnd(first.outcome), wakeAt: null }
  const times = steps.flatMap(({ until }) => (until === undefined ? [] : [until]))
  const wakeAt = times.length === 0 ? null : Math.min(...times)
  if (!steps.every(({ kind }) => kind === 'wait')) return { status: 'due', wakeAt }
  return { status: steps.every(({ outcome }) => outcome === 'failed') ? 'failed' : 'waiting', wakeAt }
}

function statusOfEnd(outcome: NextStep['outcome']): SessionStatus {
  if (outcome === 'limited') return 'limited'
  return outcome === 'failed' ? 'failed' : 'idle'
}
