import { type Event, type EventInput, trustOf } from '../ir/event.ts'
import type { JsonObject } from '../ir/json.ts'
import { invocationOf } from '../program/invocation.ts'
import { nextIn } from '../program/next-in.ts'
import type { NextStep } from '../program/next-step.ts'
import type { Declaration } from '../program/read-program.ts'
import { createSession } from '../session/create.ts'
import { runnerSource } from '../session/events.ts'
import { restoreSession } from '../session/restore.ts'
import type { Session } from '../session/session.ts'
import { storedSource } from '../session/stored-event.ts'
import { isSharedKey } from '../session/unit/state-log.ts'
import { ConflictError } from '../store/conflict-error.ts'
import type { Owner, SessionKey } from '../store/owner.ts'
import type { ScopedWrite, SessionStatus, Store } from '../store/store.ts'

/** Events to append, and what belongs in the same commit. */
export interface Commit {
  readonly events: readonly EventInput[]
  readonly scopes?: readonly ScopedWrite[]
}

/** Dependencies of a live session. */
export interface LiveOptions {
  readonly store: Store
  readonly program: Declaration
  readonly now: () => number
  /** Called with events that are in the store. */
  readonly publish: (events: readonly Event[]) => void
}

/** Number of lost races after which an append fails for good: another writer never rests. */
const mostRaces = 100

/** A session in memory, as far as it was read, and the only way to append to it. */
export class LiveSession {
  readonly key: SessionKey
  session: Session
  private readonly options: LiveOptions
  private readonly initial: JsonObject
  /** Ends when the append or the read before is done: they never race each other in one process. */
  private last: Promise<unknown> = Promise.resolve()
  private known: { readonly session: Session; readonly steps: readonly NextStep[] } | null = null

  private constructor(key: SessionKey, session: Session, initial: JsonObject, options: LiveOptions) {
    this.key = key
    this.session = session
    this.initial = initial
    this.options = options
  }

  /** Reads a session; a session that is not in the store is empty, and the first append creates it. */
  static async open(key: SessionKey, options: LiveOptions, state: JsonObject = {}): Promise<LiveSession> {
    const record = await options.store.read(key)
    const session =
      record === null
        ? createSession({ id: key.id, state })
        : restoreSession({ id: key.id, state: record.state, events: record.events })
    return new LiveSession(key, session, record?.state ?? state, options)
  }

  /** The next steps of the session. */
  get steps(): readonly NextStep[] {
    if (this.known?.session !== this.session)
      this.known = { session: this.session, steps: this.nextOf(this.session) }
    return this.known.steps
  }

  private nextOf(session: Session): readonly NextStep[] {
    const { member, graph } = this.options.program
    return nextIn(member, graph, session)
  }

  /** Reads what other writers appended, and returns whether there was anything. */
  refresh(): Promise<boolean> {
    return this.inTurn(() => this.readTail())
  }

  private async readTail(): Promise<boolean> {
    const { length } = this.session
    const record = await this.options.store.read(this.key, { from: length })
    if (record === null || record.events.length === 0) return false
    this.session = this.session.extend(storedSource(record.events, length))
    this.options.publish(record.events.map((_, index) => this.session.event(length + index)))
    return true
  }

  /**
   * Appends what `make` returns for the newest version of the session, and returns those events. `make` is called again
   * after each lost race; if it returns null, because its events are not wanted any more, nothing is appended.
   */
  append(make: (session: Session) => Commit | null): Promise<readonly Event[] | null> {
    return this.inTurn(() => this.tryAppend(make))
  }

  private inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.last.then(work)
    this.last = done.catch(() => null)
    return done
  }

  private async tryAppend(make: (session: Session) => Commit | null): Promise<readonly Event[] | null> {
    for (let races = 0; ; races++) {
      const before = this.session
      const commit = make(before)
      if (commit === null || commit.events.length === 0) return null
      const time = this.options.now()
      const inputs = commit.events.map(event => ({ ...event, time: event.time ?? time }))
      const { after, steps } = this.extended(before, inputs)
      const events = inputs.map((_, index) => after.event(before.length + index))
      const { status, wakeAt } = restOf(steps)
      try {
        await this.options.store.append(this.key, {
          expectedRevision: before.length,
          events,
          status,
          wakeAt,
          time,
          state: this.initial,
          scopes: commit.scopes ?? sharedWrites(events, this.key.owner),
        })
      } catch (error) {
        if (!(error instanceof ConflictError) || error.scopes.length > 0 || races === mostRaces) throw error
        await this.readTail()
        continue
      }
      this.session = after
      this.known = { session: after, steps }
      this.options.publish(events)
      return events
    }
  }

  /** Returns the session with events, and what is next; a run in which nothing is next gets a mark of its end. */
  private extended(
    before: Session,
    inputs: EventInput[],
  ): { readonly after: Session; readonly steps: readonly NextStep[] } {
    const after = before.extend(runnerSource(inputs, before.length))
    const steps = this.nextOf(after)
    const [step] = steps
    if (step?.kind !== 'done' || step.outcome !== undefined || !invocationOf(after).isRun)
      return { after, steps }
    const time = this.options.now()
    const end: EventInput = { author: 'developer', parts: [], time, actions: { run: { ended: {} } } }
    inputs.push(end)
    const ended = after.extend(runnerSource([end], after.length))
    return { after: ended, steps: this.nextOf(ended) }
  }
}

/** Returns the writes of shared keys in events; without a user, `user:` keys stay in the session. */
const sharedWrites = (events: readonly Event[], { user }: Owner): readonly ScopedWrite[] =>
  events.flatMap(event => {
    const { set = {}, delete: gone = [] } = event.actions?.state ?? {}
    const trust = trustOf(event)
    return [
      ...gone.map(key => ({ key, trust })),
      ...Object.entries(set).map(([key, value]) => ({ key, value, trust })),
    ].filter(({ key }) => isSharedKey(key) && (user !== undefined || key.startsWith('app:')))
  })

/** Returns the status to store with a session, and the time at which a wait ends. */
function restOf(steps: readonly NextStep[]): { status: SessionStatus; wakeAt: number | null } {
  const [first] = steps
  if (first === undefined || first.kind === 'done')
    return { status: statusOfEnd(first?.outcome), wakeAt: null }
  const times = steps.flatMap(({ until }) => (until === undefined ? [] : [until]))
  const wakeAt = times.length === 0 ? null : Math.min(...times)
  if (!steps.every(({ kind }) => kind === 'wait')) return { status: 'due', wakeAt }
  return { status: steps.every(({ outcome }) => outcome === 'failed') ? 'failed' : 'waiting', wakeAt }
}

function statusOfEnd(outcome: NextStep['outcome']): SessionStatus {
  if (outcome === 'limited') return 'limited'
  return outcome === 'failed' ? 'failed' : 'idle'
}
