import { storeWithoutLeases } from '../../core/diag/plan.ts'
import { type OptionsForm, readOptions } from '../../core/form/options.ts'
import { Path } from '../../core/form/path.ts'
import { positiveCountCheck } from '../../core/form/quantities.ts'
import type { Event, EventInput } from '../../core/ir/event.ts'
import type { JsonObject, JsonValue } from '../../core/ir/json.ts'
import { assertSessionKey, type SessionKey } from '../../core/session/owner.ts'
import { frozenJson } from '../../core/text/json-value.ts'
import type { ActiveSession } from './active-session.ts'
import { assertInput, assertInterrupt, readAnswer, readDecision, splitInitialState } from './assert-input.ts'
import type { Follower } from './audience.ts'
import { cancelEvents } from './cancel-events.ts'
import { Channel } from './channel.ts'
import { inProcessDriver } from './driver.ts'
import { Driving } from './driving.ts'
import { forkSession } from './fork-session.ts'
import type { LiveSession } from './live-session.ts'
import { loadActiveSession } from './load-active-session.ts'
import { hasSameWords, type Message, readUserMessage } from './message.ts'
import { OpenSessions } from './open-sessions.ts'
import { Programs } from './programs.ts'
import { quotaChecks } from './quotas.ts'
import { readSettings } from './read-settings.ts'
import { requestToContinue, userMessageEvents } from './receive-message.ts'
import { recordDecision } from './record-decision.ts'
import { rewindEvents } from './rewind-events.ts'
import type { RunEvent, RunOutcome } from './run-event.ts'
import type {
  AnswerOptions,
  CancelOptions,
  DecideOptions,
  ResumeInput,
  RunInput,
  Runner,
  RunnerOptions,
  RunStream,
  SendOptions,
} from './runner.ts'
import type { RunnerSettings } from './settings.ts'
import { shownEvents } from './shown-events.ts'
import { type RunnerStore, SteadyStore } from './store/steady-store.ts'
import { Gates } from './tools/gates.ts'
import { runnerMark } from './turn-context.ts'
import { Turnstile } from './turnstile.ts'

/**
 * Maximum number of callers' requests that are stored at the same time. A crowd of them would otherwise be stored as a
 * whole before the first of its sessions calls a model.
 */
const mostRequests = 8

const recovery: OptionsForm<{ readonly atOnce?: number }> = {
  takes: { atOnce: positiveCountCheck('sessions') },
}

/** Runner for the sessions of one store. */
export class StoreRunner implements Runner {
  private readonly programs: Programs
  private readonly store: RunnerStore
  private readonly settings: RunnerSettings
  private readonly sessions: OpenSessions
  private readonly driving: Driving
  private readonly entrance = new Turnstile(mostRequests)

  constructor(options: RunnerOptions) {
    const settings = readSettings(options)
    const programs = new Programs(options.program)
    const { app } = options
    const { now, random, storeDeadlines, sharing } = settings
    const store = new SteadyStore(options.store, { deadlines: storeDeadlines, random })
    const context = {
      store,
      settings,
      quotas: quotaChecks(options.quota, store, now),
      gates: new Gates(),
      announceAppend: (live: LiveSession) => this.driving.announceAppend(live),
    }
    const sessions = new OpenSessions(
      (key, state) => loadActiveSession(key, { ...context, current: programs.current }, state),
      ({ program }) => program !== programs.current,
    )
    const driver = options.driver ?? inProcessDriver(now)
    if (store.leases === undefined) settings.observers.diagnostic(storeWithoutLeases())
    this.settings = settings
    this.programs = programs
    this.store = store
    this.sessions = sessions
    this.driving = new Driving({ store, driver, app, now, sharing, sessions })
  }

  run(key: SessionKey, input: RunInput = {}): RunStream {
    assertSessionKey(key)
    assertInput(input, 'run')
    const { message, messageId, context } = input
    for (const name of ['messageId', 'context', 'rewindTo', 'version', 'interrupt'] as const)
      if (message === undefined && input[name] !== undefined) throw Path.named(name).wrong('needs a message')
    const received = message === undefined ? null : readUserMessage(message, messageId, context)
    const { limits, generateConfig } = input
    const asked = {
      runId: this.settings.generateId(),
      ...(limits && { limits }),
      ...(generateConfig && { generateConfig: frozenJson(generateConfig) as JsonObject }),
    }
    const { initial: state, set } = splitInitialState(input.state ?? {})
    const given: EventInput = { author: 'developer', parts: [], actions: { state: { set } } }
    return this.runAndFollow(key, { ...input, state }, async ({ live, program }) => {
      await live.recordSharedKeys()
      await live.appendFromOutside(session => {
        const isNew = live.isNew && Object.keys(set).length > 0
        const run = { ...asked, ...program.asked }
        const isToAsk = received === null && (session.length === 0 || live.steps[0]?.kind === 'done')
        const begin =
          received === null
            ? isToAsk
              ? [runnerMark({ asked: run })]
              : []
            : userMessageEvents(live, session, received, { ...input, asked: run })
        return { events: [...begin, ...(isNew && begin.length > 0 ? [given] : [])] }
      })
    })
  }

  resume(key: SessionKey, input: ResumeInput = {}): RunStream {
    assertSessionKey(key)
    assertInput(input, 'resume')
    return this.runAndFollow(key, { background: true, ...input }, async ({ live }) => {
      assertSessionExists(live)
      await live.appendFromOutside(session =>
        live.steps[0]?.outcome === 'limited'
          ? { events: [requestToContinue(session, input.limits, this.settings.generateId)] }
          : null,
      )
    })
  }

  /** Begins work in a session, and follows the session until it is done or waits. */
  private runAndFollow(
    key: SessionKey,
    { state, signal, from, show, background = false }: RunInput & ResumeInput,
    begin: (active: ActiveSession) => Promise<void>,
  ): RunStream {
    const channel = new Channel<RunEvent>()
    const cancel = (): void => void this.cancel(key, { why: 'its signal aborted' }).catch(() => {})
    const outcome = new Promise<RunOutcome>((resolve, reject) => {
      const follower: Follower = { channel, show, background, isBegun: false, resolve, reject }
      let followed: ActiveSession | null = null
      const beginAndFollow = async (active: ActiveSession): Promise<void> => {
        followed = active
        active.addFollower(follower, from ?? active.live.session.length)
        await begin(active)
        follower.isBegun = true
        active.resolveResting()
        if (signal?.aborted) cancel()
        else signal?.addEventListener('abort', cancel, { once: true })
      }
      this.changeSession(key, beginAndFollow, state).catch((error: unknown) => {
        followed?.removeFollower(follower)
        reject(error)
        channel.close(error)
      })
    }).finally(() => signal?.removeEventListener('abort', cancel))
    // A caller may read only the events. The stream then throws the error, so the outcome's rejection is ignored.
    outcome.catch(() => {})
    return { outcome, [Symbol.asyncIterator]: () => channel[Symbol.asyncIterator]() }
  }

  /** Changes a session, lets the next request in, because a driver may wait for as long as it wants, and continues it. */
  private changeSession<Result>(
    key: SessionKey,
    change: (active: ActiveSession) => Promise<Result>,
    state?: JsonObject,
  ): Promise<Result> {
    const changeAndContinue = async (active: ActiveSession, leave: () => void): Promise<Result> => {
      const result = await change(active)
      leave()
      await this.driving.continueSession(active)
      return result
    }
    return this.useActiveSession(key, changeAndContinue, state)
  }

  /** Does the work of a request. `leave` lets the next request in. */
  private async useActiveSession<Result>(
    key: SessionKey,
    work: (active: ActiveSession, leave: () => void) => Promise<Result>,
    state?: JsonObject,
  ): Promise<Result> {
    return this.driving.trackWork(async () => {
      await this.driving.start()
      const leave = await this.entrance.enter()
      const use = (active: ActiveSession): Promise<Result> => {
        this.driving.assertRunning()
        return work(active, leave)
      }
      return this.sessions.useSession(key, use, state).finally(leave)
    })
  }

  async send(key: SessionKey, message: Message, { interrupt, messageId }: SendOptions = {}): Promise<number> {
    assertSessionKey(key)
    assertInterrupt(interrupt, 'send')
    const received = readUserMessage(message, messageId)
    const asked = { runId: this.settings.generateId() }
    return this.changeSession(key, async ({ live, program }) => {
      const run = { ...asked, ...program.asked }
      await live.appendFromOutside(session => ({
        events: userMessageEvents(live, session, received, { interrupt, asked: run }),
      }))
      return live.session.length
    })
  }

  async hasMessage(key: SessionKey, message: Message, messageId: string): Promise<boolean> {
    assertSessionKey(key)
    const received = readUserMessage(message, messageId)
    return this.useActiveSession(key, async ({ live }) =>
      hasSameWords(live.messageFacts(live.session), received),
    )
  }

  async events(key: SessionKey, options: Pick<RunInput, 'show'> = {}): Promise<readonly Event[] | null> {
    assertSessionKey(key)
    assertInput(options, 'events')
    return shownEvents({ store: this.store, programs: this.programs, settings: this.settings }, key, options)
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
    const decision = { call, approved, ...readDecision(options, approved ? 'approve' : 'deny') }
    return this.changeSession(key, active => recordDecision(active, decision, this.settings.now()))
  }

  async answer(key: SessionKey, call: string, answer: JsonValue, options: AnswerOptions): Promise<void> {
    assertSessionKey(key)
    const given = { call, approved: true, ...readAnswer(answer, options) }
    return this.changeSession(key, active => recordDecision(active, given, this.settings.now()))
  }

  async cancel(key: SessionKey, options: CancelOptions = {}): Promise<void> {
    assertSessionKey(key)
    return this.changeSession(key, async ({ live }) => {
      assertSessionExists(live)
      await live.appendFromOutside(session => cancelEvents(session, live.steps, options))
    })
  }

  async fork(key: SessionKey, id: string, { at }: { readonly at?: number } = {}): Promise<number> {
    assertSessionKey(key)
    return this.useActiveSession(key, ({ live }) => {
      assertSessionExists(live)
      return forkSession(live.session, { key, id, store: this.store, time: this.settings.now(), at })
    })
  }

  async rewind(key: SessionKey, to: number): Promise<number> {
    assertSessionKey(key)
    return this.changeSession(key, async ({ live }) => {
      await live.appendFromOutside(session => ({ events: rewindEvents(session, to) }))
      return live.session.length
    })
  }

  recover(options: { readonly atOnce?: number } = {}): Promise<number> {
    return this.driving.recover(readOptions(recovery, options, 'recover').atOnce ?? 100)
  }

  idle(): Promise<void> {
    return this.driving.idle()
  }

  stop(): Promise<void> {
    return this.driving.stop()
  }
}

/** Throws for a session that the store does not have. */
function assertSessionExists({ key, session }: LiveSession): void {
  if (session.length === 0) throw new Error(`there is no session '${key.id}'`)
}
