import type { EventInput } from '../ir/event.ts'
import type { JsonObject } from '../ir/json.ts'
import type { RunLimits } from '../ir/run-action.ts'
import { lowest } from '../ir/trust.ts'
import type { Models } from '../models/model-client.ts'
import { agentIn } from '../program/graph.ts'
import type { Declared } from '../program/program.ts'
import { type Declaration, readProgram } from '../program/read-program.ts'
import type { Session } from '../session/session.ts'
import { assertSessionKey, keyText, type SessionKey } from '../store/owner.ts'
import type { Claim, Store } from '../store/store.ts'
import { assertKeys } from '../validate/check.ts'
import { Path } from '../validate/path.ts'
import { ActiveSession, type Follower } from './active-session.ts'
import { callAt } from './call-tool.ts'
import type { Callbacks } from './callbacks.ts'
import { Channel } from './channel.ts'
import { closeCalls, interruptedBy } from './close-calls.ts'
import { digestOfCall } from './digest-call.ts'
import { type Driver, inProcessDriver } from './driver.ts'
import { Engine } from './engine.ts'
import { findTool } from './find-tool.ts'
import { Gates } from './gates.ts'
import { LiveSession } from './live-session.ts'
import { type Message, messageEvent, partsOfMessage } from './message.ts'
import type { RunEvent, RunOutcome } from './run-event.ts'
import { defaultLimits, type RunCompileOptions, type RunnerSettings } from './settings.ts'
import { mark } from './turn-context.ts'

/** Options of `createRunner`. */
export interface RunnerOptions {
  /** An agent, or a program of several. */
  readonly program: Declared
  readonly store: Store
  readonly models: Models
  /** Engine that runs the sessions; by default, this process does. */
  readonly driver?: Driver
  /** Functions around models and tools, the first one first. */
  readonly callbacks?: Callbacks | readonly Callbacks[]
  /** Limits of each run; 25 model calls by default. */
  readonly limits?: RunLimits
  /** Options for every compile. */
  readonly compile?: RunCompileOptions
  /** Returns milliseconds since 1970; the clock of the system by default. */
  readonly now?: () => number
  /** Returns a new id; a random UUID by default. */
  readonly generateId?: () => string
}

/** Input of a run. */
export interface RunInput {
  /** Message of the user; omit it to continue a session. */
  readonly message?: Message
  /** Keys and values before the first event; read only for a new session. */
  readonly state?: JsonObject
  readonly limits?: RunLimits
  /** Cancels the run when it aborts. */
  readonly signal?: AbortSignal
}

/** Events of a run as they happen. Leaving the loop does not stop the run. */
export interface RunStream extends AsyncIterable<RunEvent> {
  /** Resolves when nothing is left to do, or everything waits. Rejects if the store fails. */
  readonly outcome: Promise<RunOutcome>
}

/** Person or program that decides about a call. */
export interface DecideOptions {
  readonly by: string
  readonly why?: string
  /** Milliseconds since 1970 after which an approval counts no more. */
  readonly until?: number
}

/** Runs the sessions of a program. Every method names a session by its owner and id. */
export interface Runner {
  /** Appends a message and runs the session until it rests. A message to a session that runs joins that run. */
  run(key: SessionKey, input?: RunInput): RunStream
  /** Continues a session after a crash, a decision or a limit. */
  resume(key: SessionKey, input?: Pick<RunInput, 'limits' | 'signal'>): RunStream
  /**
   * Appends a message, also while the session runs, and returns the session's revision. `interrupt` first closes all
   * open calls.
   */
  send(key: SessionKey, message: Message, options?: { readonly interrupt?: boolean }): Promise<number>
  /** Approves a waiting call, named `seq.part`. Rejects if the call does not wait. */
  approve(key: SessionKey, call: string, options: DecideOptions): Promise<void>
  /** Denies a waiting call. */
  deny(key: SessionKey, call: string, options: DecideOptions): Promise<void>
  /** Cancels the run; no further step of it begins. */
  cancel(key: SessionKey, options?: { readonly why?: string }): Promise<void>
  /** Runs all sessions of the store that have work left, and returns their number. */
  recover(): Promise<number>
  /** Stops all runs, which `recover` or `resume` continues, and waits for them. */
  stop(): Promise<void>
}

/**
 * Creates a runner: it performs what `nextSteps` returns, and appends each thing that happened to the store at once. A
 * crash loses nothing that a run has reported: `recover` continues from the log.
 *
 * Throws a TypeError for malformed options and declarations. Content of a session never makes a method throw; what
 * goes wrong in models and tools is data in the log.
 *
 * @example
 * import { agent } from 'ctxc'
 * import { createRunner } from 'ctxc/run'
 * import { memoryStore } from 'ctxc/store'
 * import { scriptedModel } from 'ctxc/testing'
 *
 * const helper = agent({ name: 'helper', model: 'gpt-5.4', instruction: 'Help.' })
 * const runner = createRunner({ program: helper, store: memoryStore(), models: { 'gpt-': scriptedModel(['Hello!']) } })
 * const { outcome } = runner.run({ owner: { app: 'docs' }, id: 's1' }, { message: 'Hi' })
 * console.log((await outcome).text) // Hello!
 */
export function createRunner(options: RunnerOptions): Runner {
  assertKeys(options, optionNames, Path.named('createRunner'))
  return new StoreRunner(options as unknown as RunnerOptions)
}

const optionNames = [
  ...['program', 'store', 'models', 'driver', 'callbacks', 'limits', 'compile', 'now', 'generateId'],
]

/** Number of resting sessions that a runner keeps in memory. */
const mostResting = 256

class StoreRunner implements Runner {
  private readonly declared: Declared
  private readonly program: Declaration
  private readonly store: Store
  private readonly driver: Driver
  private readonly settings: RunnerSettings
  private readonly gates = new Gates()
  private readonly sessions = new Map<string, Promise<ActiveSession>>()
  private started: Promise<void> | null = null
  private claim: Claim | null = null
  /** Whether this runner runs sessions; if another process does, it only appends and follows. */
  private isDriving = true
  private unwatch: () => void = () => {}

  constructor(options: RunnerOptions) {
    const { program, store, models, callbacks = [], limits = {}, compile = {} } = options
    const { now = Date.now, generateId = () => globalThis.crypto.randomUUID() } = options
    this.declared = program
    this.program = readProgram(program)
    this.store = store
    this.driver = options.driver ?? inProcessDriver(now)
    this.settings = {
      models,
      callbacks: Array.isArray(callbacks) ? callbacks : [callbacks as Callbacks],
      limits: { ...defaultLimits, ...limits },
      compile,
      now,
      generateId,
    }
  }

  run(key: SessionKey, input: RunInput = {}): RunStream {
    assertSessionKey(key)
    const parts = input.message === undefined ? null : partsOfMessage(input.message)
    const asked = { runId: this.settings.generateId(), ...(input.limits && { limits: input.limits }) }
    return this.follow(key, input, async active => {
      await this.recordScopes(active)
      await active.live.append(session => {
        if (parts !== null) return { events: [messageEvent(session, active.live.steps, parts, asked)] }
        return session.length === 0 || active.live.steps[0]?.kind === 'done'
          ? { events: [mark({ asked })] }
          : null
      })
    })
  }

  resume(key: SessionKey, input: Pick<RunInput, 'limits' | 'signal'> = {}): RunStream {
    assertSessionKey(key)
    return this.follow(key, input, async ({ live }) => {
      await live.append(session => {
        if (live.steps[0]?.outcome !== 'limited') return null
        const last = session.units.runMarks.asks.at(-1)?.run.asked
        const { runId = this.settings.generateId() } = last ?? {}
        const limits = { ...last?.limits, ...input.limits }
        return { events: [mark({ asked: { runId, limits } })] }
      })
    })
  }

  /** Begins something in a session, and follows it until the session rests. */
  private follow(
    key: SessionKey,
    { state, signal }: RunInput,
    begin: (active: ActiveSession) => Promise<void>,
  ): RunStream {
    const channel = new Channel<RunEvent>()
    const cancel = (): void => void this.cancel(key, { why: 'its signal aborted' }).catch(() => {})
    const outcome = new Promise<RunOutcome>((resolve, reject) => {
      const follower: Follower = { channel, isBegun: false, resolve, reject }
      const work = async (): Promise<void> => {
        const active = await this.open(key, state)
        active.follow(follower)
        await begin(active)
        follower.isBegun = true
        if (signal?.aborted) cancel()
        else signal?.addEventListener('abort', cancel, { once: true })
        await this.continue(active)
      }
      work().catch((error: unknown) => {
        reject(error)
        channel.close(error)
      })
    }).finally(() => signal?.removeEventListener('abort', cancel))
    // Whoever only reads the events gets the error from them.
    outcome.catch(() => {})
    return { outcome, [Symbol.asyncIterator]: () => channel[Symbol.asyncIterator]() }
  }

  /** Lets the session run, after something was appended to it. */
  private async continue(active: ActiveSession): Promise<void> {
    active.engine.notify()
    if (this.isDriving) await this.driver.wake(active.live.key)
    else if (active.isResting) active.rest()
  }

  /** Returns a session in memory, as far as the store has it now. */
  private async open(key: SessionKey, state?: JsonObject): Promise<ActiveSession> {
    await this.start()
    const name = keyText(key)
    const known = this.sessions.get(name)
    if (known !== undefined) {
      const active = await known
      await active.live.refresh()
      return active
    }
    const opening = this.load(key, state)
    this.sessions.set(name, opening)
    opening.catch(() => this.sessions.delete(name))
    this.forgetResting()
    return opening
  }

  private async load(key: SessionKey, state?: JsonObject): Promise<ActiveSession> {
    const { declared, program, store, settings } = this
    const active = new ActiveSession()
    active.live = await LiveSession.open(
      key,
      { store, program, now: settings.now, publish: events => active.publish(events) },
      state,
    )
    const context = { live: active.live, declared, program, settings, report: active.report.bind(active) }
    active.engine = new Engine(context, this.gates)
    return active
  }

  /** Forgets the sessions that were opened first, if they rest and nobody follows them. */
  private forgetResting(): void {
    for (const [name, opening] of this.sessions) {
      if (this.sessions.size <= mostResting) return
      void opening.then(active => {
        if (active.isResting && !active.isFollowed) this.sessions.delete(name)
      })
    }
  }

  private start(): Promise<void> {
    this.started ??= this.begin()
    return this.started
  }

  private async begin(): Promise<void> {
    if (this.store.claim !== undefined) {
      this.claim = await this.store.claim()
      this.isDriving = this.claim !== null
    }
    if (this.isDriving) await this.driver.start((key, signal) => this.drive(key, signal))
    this.unwatch = this.store.watch?.(() => void this.look().catch(() => {})) ?? this.unwatch
  }

  /** Looks at the store, because another process may have appended. */
  private async look(): Promise<void> {
    for (const opening of this.sessions.values()) {
      const active = await opening
      if (!active.isFollowed && !this.isDriving) continue
      if (await active.live.refresh()) await this.continue(active)
    }
    if (this.isDriving) await this.wakeDue()
  }

  private async drive(key: SessionKey, signal: AbortSignal): Promise<void> {
    const active = await this.open(key)
    try {
      await this.expire(active)
      await active.engine.drive(signal)
      if (signal.aborted) throw signal.reason
      if (!active.isResting) return
      const until = active.live.steps.flatMap(step => (step.until === undefined ? [] : [step.until]))
      if (until.length > 0) await this.driver.wake(key, Math.min(...until))
      active.rest()
    } catch (error) {
      active.fail(error)
    }
  }

  /** Denies the calls for which nobody decided in time. */
  private async expire({ live }: ActiveSession): Promise<void> {
    const now = this.settings.now()
    await live.append(() => ({
      events: live.steps.flatMap(({ kind, calls = [], until = Number.POSITIVE_INFINITY }) =>
        kind !== 'wait' || until > now
          ? []
          : calls.map(call =>
              mark({
                decided: { call, approved: false, by: 'ctxc', digest: '', why: 'nobody decided in time' },
              }),
            ),
      ),
    }))
  }

  async send(
    key: SessionKey,
    message: Message,
    { interrupt = false }: { readonly interrupt?: boolean } = {},
  ): Promise<number> {
    assertSessionKey(key)
    const parts = partsOfMessage(message)
    const active = await this.open(key)
    const { live } = active
    await live.append(session => {
      const closing = interrupt ? closeCalls(session, live.steps, interruptedBy) : []
      return {
        events: [...closing, messageEvent(session, live.steps, parts, { runId: this.settings.generateId() })],
      }
    })
    await this.continue(active)
    return live.session.length
  }

  approve(key: SessionKey, call: string, options: DecideOptions): Promise<void> {
    return this.decide(key, call, true, options)
  }

  deny(key: SessionKey, call: string, options: DecideOptions): Promise<void> {
    return this.decide(key, call, false, options)
  }

  private async decide(
    key: SessionKey,
    call: string,
    approved: boolean,
    options: DecideOptions,
  ): Promise<void> {
    assertSessionKey(key)
    const { by, why, until } = options
    if (typeof by !== 'string' || by === '') throw new TypeError('by must name whoever decides')
    const active = await this.open(key)
    const appended = await active.live.append(session => {
      const step = active.live.steps.find(({ kind, calls = [] }) => kind === 'wait' && calls.includes(call))
      if (step === undefined) return null
      const digest = this.digestOf(session, call, step.agent ?? '')
      const rest = { ...(why !== undefined && { why }), ...(until !== undefined && { until }) }
      return { events: [mark({ decided: { call, approved, by, digest, ...rest } })] }
    })
    if (appended === null) throw new Error(`no call '${call}' of session '${key.id}' waits for a decision`)
    await this.continue(active)
  }

  private digestOf(session: Session, call: string, agent: string): string {
    const part = callAt(session, call)
    const found = findTool(agentIn(this.program.graph, agent).agent, part.name)
    return digestOfCall(part, found?.tool ?? null)
  }

  async cancel(key: SessionKey, { why }: { readonly why?: string } = {}): Promise<void> {
    assertSessionKey(key)
    const active = await this.open(key)
    await active.live.append(session =>
      session.length === 0 || active.live.steps[0]?.kind === 'done'
        ? null
        : { events: [mark({ cancelled: why === undefined ? {} : { why } })] },
    )
    await this.continue(active)
  }

  async recover(): Promise<number> {
    await this.start()
    return this.isDriving ? this.wakeDue() : 0
  }

  private async wakeDue(): Promise<number> {
    let count = 0
    let after: string | null = null
    do {
      const page: Awaited<ReturnType<Store['due']>> = await this.store.due({
        now: this.settings.now(),
        limit: 1_000,
        ...(after !== null && { after }),
      })
      for (const key of page.items) await this.driver.wake(key)
      count += page.items.length
      after = page.next
    } while (after !== null)
    return count
  }

  /** Records the shared keys that the session does not have yet, so that its state follows from its log alone. */
  private async recordScopes({ live }: ActiveSession): Promise<void> {
    const shared = await this.store.scopes(live.key.owner)
    await live.append(session => {
      const changed = [...shared].filter(
        ([name, { value }]) => JSON.stringify(session.state[name]) !== JSON.stringify(value),
      )
      if (changed.length === 0) return null
      const trust = changed.map(([, each]) => each.trust).reduce(lowest)
      const set = Object.fromEntries(changed.map(([name, { value }]) => [name, value]))
      const event: EventInput = { author: 'developer', parts: [], trust, actions: { state: { set } } }
      return { events: [event], scopes: [] }
    })
  }

  async stop(): Promise<void> {
    this.unwatch()
    await this.driver.stop()
    await this.claim?.release()
  }
}
