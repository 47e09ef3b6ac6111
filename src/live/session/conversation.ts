import type { Agent } from '../../agent/agent.ts'
import { isObject, type JsonObject } from '../../ir/json.ts'
import { Channel } from '../../run/channel.ts'
import { after as startTimer } from '../../run/timer.ts'
import { createSession } from '../../session/create.ts'
import type { Session } from '../../session/session.ts'
import { frozenJson } from '../../state/json-value.ts'
import { reasonOf } from '../../text/reason.ts'
import type { SaidText } from '../declare/live-config.ts'
import { stateView } from '../declare/state-view.ts'
import type { LiveEffect } from '../engine/effect.ts'
import type { LiveEvent } from '../engine/event.ts'
import { isNothing, pendingIn } from '../engine/pending.ts'
import { type EngineState, newState } from '../engine/state.ts'
import { step } from '../engine/step.ts'
import type { EngineConfig } from '../engine/wanted.ts'
import type { LiveState } from '../steering/modifier.ts'
import type { Codec } from '../wire/codec.ts'
import { codecFor } from '../wire/codec-for.ts'
import type { LiveConversation, StartLiveOptions } from './contract.ts'
import { type LiveReport, reportOf } from './live-event.ts'
import { runLiveTool } from './run-live-tool.ts'
import { sessionEvents } from './session-events.ts'
import { type LiveSocket, listen } from './socket.ts'

/** Most pieces of audio that wait for a connection; of more, the newest are kept. */
const mostPieces = 100

/** Drives the engine: the only place with sockets, timers and tools. */
export class Conversation implements LiveConversation {
  private readonly agent: Agent
  private readonly engine: EngineConfig
  private readonly options: StartLiveOptions
  private readonly reports = new Channel<LiveReport>()
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>()
  private readonly tools = new Map<string, AbortController>()
  private readonly queue: LiveEvent[] = []
  private isBusy = false
  private current: EngineState
  private log: Session
  /** Audio that waits for a connection. */
  private spoken: readonly string[] = []
  private socket: LiveSocket | null = null
  /** Socket that the conversation is about to leave. */
  private earlier: LiveSocket | null = null
  private codec: Codec | null = null
  /** Number of the connection: what happens to an earlier one does not count. */
  private connection = 0

  constructor(agent: Agent, engine: EngineConfig, options: StartLiveOptions) {
    this.agent = agent
    this.engine = engine
    this.options = options
    this.log = options.session ?? createSession(options.state ? { state: options.state } : {})
    this.current = newState()
    this.take({ type: 'start', values: frozenJson({ ...this.log.state }) as JsonObject })
  }

  get state(): LiveState {
    return stateView(this.engine.config, this.current.values)
  }

  get phase(): string | null {
    return this.current.phase
  }

  get session(): Session {
    return this.log
  }

  sendAudio(data: string): void {
    // Only then does anything wait for audio; else it passes by the engine.
    const { contextDelivery, flushOn } = this.engine.config
    const isAwaited = contextDelivery === 'deferred' && flushOn === 'any-send'
    if (isAwaited && !isNothing(pendingIn(this.engine, this.current)))
      this.take({ type: 'sending', what: 'audio' })
    this.spoken = [...this.spoken, data].slice(-mostPieces)
    this.sendSpoken()
  }

  sendText(text: string): void {
    this.take({ type: 'sending', what: 'text', text })
  }

  set(values: JsonObject, deleted: readonly string[] = []): void {
    this.take({ type: 'set', set: frozenJson(values) as JsonObject, delete: deleted })
  }

  stop(): void {
    this.take({ type: 'stop' })
  }

  [Symbol.asyncIterator](): AsyncIterator<LiveReport> {
    return this.reports[Symbol.asyncIterator]()
  }

  /** Gives the engine an event, and performs what it wants. Events that come meanwhile wait. */
  private take(event: LiveEvent): void {
    this.queue.push(event)
    if (this.isBusy) return
    this.isBusy = true
    for (let next = this.queue.shift(); next !== undefined; next = this.queue.shift()) {
      this.options.record?.({ at: (this.options.now ?? Date.now)(), event: next })
      const [state, effects] = step(this.engine, this.current, next)
      this.current = state
      if (next.type === 'interrupted') this.reports.push({ type: 'interrupted' })
      for (const effect of effects) this.perform(effect)
    }
    this.isBusy = false
    this.sendSpoken()
  }

  private perform(effect: LiveEffect): void {
    const report = reportOf(effect)
    if (report !== null) this.report(report)
    if (effect.type === 'connect') this.timer('connect', effect.delay, () => void this.connect())
    else if (effect.type === 'timer')
      this.timer(effect.name, effect.after, () => this.take({ type: 'timer', name: effect.name }))
    else if (effect.type === 'send') {
      const frames = this.codec?.encode(effect.message, effect.frame) ?? []
      const isWritten = frames.every(frame => this.write(frame))
      this.take(
        isWritten ? { type: 'written', frame: effect.frame } : { type: 'failed', frame: effect.frame },
      )
    } else if (effect.type === 'run') void this.runTool(effect)
    else if (effect.type === 'abort')
      this.tools.get(effect.id)?.abort(new Error('the model took the call back'))
    else if (effect.type === 'extract') void this.extract(effect.said)
    else if (effect.type === 'close') this.end()
  }

  private report(report: LiveReport): void {
    const events = sessionEvents(report, this.agent.name)
    if (events.length > 0) this.log = this.log.append(...events)
    this.reports.push(report)
  }

  private timer(name: string, after: number | null, call: () => void): void {
    clearTimeout(this.timers.get(name))
    this.timers.delete(name)
    if (after === null) return
    const run = (): void => {
      this.timers.delete(name)
      call()
    }
    const timer = startTimer(after, run)
    if (timer !== undefined) this.timers.set(name, timer)
  }

  private async connect(): Promise<void> {
    const number = ++this.connection
    const isCurrent = (): boolean => number === this.connection && this.current.status !== 'ended'
    const before = this.socket
    this.earlier = before
    const { config, profile } = this.engine
    const { setup } = this.options
    try {
      const socket = await this.options.connect()
      if (!isCurrent()) return socket.close()
      this.socket = socket
      this.codec = codecFor(profile, { config, ...(setup && { setup }) })
      listen(socket, {
        opened: () => {
          // The conversation moves over before the earlier connection is left.
          before?.close(1000, 'moved')
          if (isCurrent()) this.take({ type: 'opened' })
        },
        received: frame => {
          if (isCurrent()) this.received(frame)
        },
        closed: (code, reason) => {
          const meaning = this.codec?.closed(code, reason) ?? {}
          if (isCurrent()) this.take({ type: 'closed', reason, ...meaning })
        },
      })
    } catch (error) {
      if (isCurrent()) this.take({ type: 'closed', reason: String(error) })
    }
  }

  private sendSpoken(): void {
    if (this.current.status !== 'open' || this.codec === null) return
    // A piece that a dead socket did not take waits for the next one.
    while (this.spoken[0] !== undefined && this.write(this.codec.audio(this.spoken[0])))
      this.spoken = this.spoken.slice(1)
  }

  private received(frame: unknown): void {
    for (const event of this.codec?.decode(frame) ?? [])
      if (event.type === 'audio') this.reports.push(event)
      else this.take(event)
  }

  /** Writes a frame, and returns whether it was written. */
  private write(frame: object): boolean {
    try {
      // A closed socket takes what is sent and drops it.
      if (this.socket?.readyState !== 1) return false
      this.socket.send(JSON.stringify(frame))
      return true
    } catch {
      return false
    }
  }

  private async runTool(call: Extract<LiveEffect, { readonly type: 'run' }>): Promise<void> {
    const stop = new AbortController()
    this.tools.set(call.id, stop)
    const {
      value,
      set,
      delete: deleted,
    } = await runLiveTool(this.agent, call, this.current.values, stop.signal)
    this.tools.delete(call.id)
    if (!stop.signal.aborted) this.take({ type: 'result', id: call.id, value, set, delete: deleted })
  }

  /** Reads facts from what was said, while the conversation goes on. */
  private async extract(said: readonly SaidText[]): Promise<void> {
    try {
      const found = await this.engine.config.extract?.run(said, this.state)
      if (isObject(found)) this.take({ type: 'extracted', set: frozenJson(found) as JsonObject })
    } catch (error) {
      this.report({ type: 'note', code: 'extraction', text: `it failed: ${reasonOf(error)}` })
    }
  }

  private end(): void {
    for (const timer of this.timers.values()) clearTimeout(timer)
    for (const stop of this.tools.values()) stop.abort(new Error('the conversation ended'))
    for (const socket of [this.earlier, this.socket]) socket?.close(1000, 'ended')
    this.reports.close()
  }
}
