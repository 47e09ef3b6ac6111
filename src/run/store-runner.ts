import { readCallbacks } from '../agent/agent-callbacks.ts'
import type { JsonObject } from '../ir/json.ts'
import type { Declared } from '../program/program.ts'
import { type Declaration, readProgram } from '../program/read-program.ts'
import { assertSessionKey, type SessionKey } from '../store/owner.ts'
import type { Claim, Store } from '../store/store.ts'
import { oneOf } from '../validate/check.ts'
import { Path } from '../validate/path.ts'
import { someOf } from '../validate/quantities.ts'
import { ActiveSession, type Follower } from './active-session.ts'
import { appendDecision } from './append-decision.ts'
import type { Callbacks } from './callbacks.ts'
import { Channel } from './channel.ts'
import { closeCalls, interruptedBy } from './close-calls.ts'
import { Compilers } from './compilers.ts'
import { type Driver, inProcessDriver } from './driver.ts'
import { Engine } from './engine.ts'
import { denyExpired } from './expired-waits.ts'
import { Gates } from './gates.ts'
import { LiveSession } from './live-session.ts'
import { type Message, messageEvent, partsOfMessage } from './message.ts'
import { OpenSessions } from './open-sessions.ts'
import type { RunEvent, RunOutcome } from './run-event.ts'
import type { DecideOptions, RunInput, Runner, RunnerOptions, RunStream } from './runner.ts'
import { defaultLimits, type RunnerSettings } from './settings.ts'
import { recordSharedKeys } from './shared-keys.ts'
import { mark } from './turn-context.ts'

/** A runner of the sessions in one store. */
export class StoreRunner implements Runner {
  private readonly declared: Declared
  private readonly program: Declaration
  private readonly store: Store
  private readonly driver: Driver
  private readonly settings: RunnerSettings
  private readonly gates = new Gates()
  private readonly sessions = new OpenSessions((key, state) => this.load(key, state))
  private started: Promise<void> | null = null
  private isStopped = false
  private claim: Claim | null = null
  /** Whether this runner runs sessions; if another process does, it only appends and follows. */
  private isDriving = true
  private unwatch: () => void = () => {}

  constructor(options: RunnerOptions) {
    const at = Path.named('createRunner')
    const { program, store, models, callbacks = [], limits = {}, compile = {} } = options
    const { atLimit = 'stop', concurrency = 16 } = options
    const { now = Date.now, generateId = () => globalThis.crypto.randomUUID() } = options
    at.in('atLimit').piece(place => oneOf(['stop', 'answer'])(atLimit, place))
    at.in('concurrency').piece(place => someOf('agents')(concurrency, place))
    this.declared = program
    this.program = readProgram(program)
    this.store = store
    this.driver = options.driver ?? inProcessDriver(now)
    this.settings = {
      models,
      callbacks: readCallbacks(callbacks, at.in('callbacks')) as readonly Callbacks[],
      limits: { ...defaultLimits, ...limits },
      atLimit,
      concurrency,
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
      await recordSharedKeys(active.live, this.store)
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
      const work = async (active: ActiveSession): Promise<void> => {
        active.follow(follower)
        try {
          await begin(active)
          follower.isBegun = true
          if (signal?.aborted) cancel()
          else signal?.addEventListener('abort', cancel, { once: true })
          await this.continue(active)
        } catch (error) {
          active.unfollow(follower)
          throw error
        }
      }
      this.use(key, work, state).catch((error: unknown) => {
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

  private async use<Result>(
    key: SessionKey,
    work: (active: ActiveSession) => Promise<Result>,
    state?: JsonObject,
  ): Promise<Result> {
    await this.start()
    return this.sessions.use(key, work, state)
  }

  private async load(key: SessionKey, state?: JsonObject): Promise<ActiveSession> {
    const { declared, program, store, settings } = this
    const active = new ActiveSession()
    active.live = await LiveSession.open(
      key,
      { store, program, now: settings.now, publish: events => active.publish(events) },
      state,
    )
    const compilers = new Compilers(declared, settings)
    const context = { live: active.live, compilers, program, settings, report: active.report.bind(active) }
    active.engine = new Engine(context, this.gates)
    return active
  }

  private start(): Promise<void> {
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

  private async begin(): Promise<void> {
    await this.takeClaim()
    this.unwatch = this.store.watch?.(() => void this.look().catch(() => {})) ?? this.unwatch
  }

  /** Starts to run sessions, unless another process does. */
  private async takeClaim(): Promise<void> {
    if (this.store.claim !== undefined) {
      this.claim = await this.store.claim()
      this.isDriving = this.claim !== null
    }
    if (this.isDriving) await this.driver.start((key, signal) => this.drive(key, signal))
  }

  /** Looks at the store, because another process may have appended. */
  private async look(): Promise<void> {
    for (const active of this.sessions.all) {
      if (!active.isFollowed && !this.isDriving) continue
      if (await active.live.refresh()) await this.continue(active)
    }
    if (this.isDriving) await this.wakeDue()
  }

  private async drive(key: SessionKey, signal: AbortSignal): Promise<void> {
    try {
      await this.sessions.use(key, async active => {
        await denyExpired(active.live, this.settings.now())
        await active.engine.drive(signal)
        if (signal.aborted) throw signal.reason
        if (!active.isResting) return
        const { until } = active
        if (until !== null) await this.driver.wake(key, until)
        active.rest()
      })
    } catch (error) {
      const active = this.sessions.get(key)
      if (active === null) return
      this.sessions.drop(active)
      active.fail(error)
    }
  }

  async send(
    key: SessionKey,
    message: Message,
    { interrupt = false }: { readonly interrupt?: boolean } = {},
  ): Promise<number> {
    assertSessionKey(key)
    const parts = partsOfMessage(message)
    const asked = { runId: this.settings.generateId() }
    return this.use(key, async active => {
      const { live } = active
      await live.append(session => {
        const closing = interrupt ? closeCalls(session, live.steps, interruptedBy) : []
        return { events: [...closing, messageEvent(session, live.steps, parts, asked)] }
      })
      await this.continue(active)
      return live.session.length
    })
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
    const rest = { ...(why !== undefined && { why }), ...(until !== undefined && { until }) }
    return this.use(key, async active => {
      const appended = await appendDecision(active.live, this.program.graph, { call, approved, by, ...rest })
      if (!appended) throw new Error(`no call '${call}' of session '${key.id}' waits for a decision`)
      await this.continue(active)
    })
  }

  async cancel(key: SessionKey, { why }: { readonly why?: string } = {}): Promise<void> {
    assertSessionKey(key)
    return this.use(key, async active => {
      await active.live.append(session =>
        session.length === 0 || active.live.steps[0]?.kind === 'done'
          ? null
          : { events: [mark({ cancelled: why === undefined ? {} : { why } })] },
      )
      await this.continue(active)
    })
  }

  async recover(): Promise<number> {
    await this.start()
    // The process that ran the sessions may be gone.
    if (!this.isDriving) await this.takeClaim()
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

  async stop(): Promise<void> {
    this.isStopped = true
    this.unwatch()
    await this.driver.stop()
    for (const active of this.sessions.all) active.fail(new Error('the runner was stopped'))
    await this.claim?.release()
  }
}
