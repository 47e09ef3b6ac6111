import type { Agent } from '../../agent/agent.ts'
import { extractionIgnored, liveFunctionThrew, notPossible } from '../../diag/live.ts'
import { isObject, type JsonObject } from '../../ir/json.ts'
import { Channel } from '../../run/channel.ts'
import { createSession } from '../../session/create.ts'
import type { Session } from '../../session/session.ts'
import { frozenJson } from '../../state/json-value.ts'
import { reasonOf } from '../../text/reason.ts'
import { describe } from '../../validate/describe.ts'
import { memberOf } from '../declare/agents.ts'
import { stateView } from '../declare/state-view.ts'
import type { ExtractEffect, LiveEffect } from '../engine/effect.ts'
import type { LiveEvent } from '../engine/event.ts'
import { isNothing, pendingIn } from '../engine/pending.ts'
import { type EngineState, newState } from '../engine/state.ts'
import { step } from '../engine/step.ts'
import type { EngineConfig } from '../engine/wanted.ts'
import type { LiveState } from '../steering/modifier.ts'
import type { Codec } from '../wire/codec.ts'
import { codecFor } from '../wire/codec-for.ts'
import { AudioQueue } from './audio-queue.ts'
import type { LiveConversation, StartLiveOptions, ToolSettings } from './contract.ts'
import { type LiveReport, reportOf, reportOfEvent } from './live-event.ts'
import { type LiveCall, runLiveTool } from './run-live-tool.ts'
import { saidIn, sessionEvents } from './session-events.ts'
import { type LiveSocket, listen } from './socket.ts'
import { Timers } from './timers.ts'

/** Bytes that a socket may hold unsent before audio waits; steering goes first. */
const mostBuffered = 256_000

/** Milliseconds after which audio that waits for a slow socket is tried again. */
const audioRetry = 20

/** Drives the engine: the only place with sockets, timers and tools. */
export class Conversation implements LiveConversation {
  private readonly root: Agent
  private readonly config: EngineConfig
  private readonly options: StartLiveOptions
  private readonly settings: ToolSettings
  private readonly reports = new Channel<LiveReport>()
  private readonly timers = new Timers()
  private readonly tools = new Map<string, AbortController>()
  private readonly queue: LiveEvent[] = []
  private isBusy = false
  private current: EngineState
  private log: Session
  private readonly audio: AudioQueue
  private socket: LiveSocket | null = null
  /** Sockets that are not closed: the conversation moves to another one before it leaves the first. */
  private readonly sockets = new Set<LiveSocket>()
  /** Whether what is left of an answer is not played any more. */
  private isMuted = false
  private codec: Codec | null = null
  /** Number of the connection: what happens to an earlier one does not count. */
  private connection = 0
  /** Number of the connection that was last reported to be closed: a protocol may say it before its socket does. */
  private lost = 0

  constructor(agent: Agent, config: EngineConfig, options: StartLiveOptions) {
    this.root = agent
    this.config = config
    this.options = options
    this.settings = { key: { id: agent.name, owner: { app: agent.name } }, ...options }
    this.audio = new AudioQueue(config.profile.confirms === 'index')
    this.log = options.session ?? createSession(options.state ? { state: options.state } : {})
    this.current = newState()
    const said = options.session === undefined ? [] : saidIn(options.session)
    this.take({ type: 'start', values: frozenJson({ ...this.log.state }) as JsonObject, said })
  }

  get state(): LiveState {
    return stateView(memberOf(this.config.config, this.agent), this.current.values)
  }

  get phase(): string | null {
    return this.current.phase
  }

  get agent(): string {
    return this.current.agent ?? this.root.name
  }

  get engine(): EngineState {
    return this.current
  }

  get session(): Session {
    return this.log
  }

  sendAudio(data: string): void {
    assertText(data, 'sendAudio: data must be base64')
    this.sending('audio')
    this.audio.push(data)
    this.sendSpoken()
  }

  sendVideo(data: string): void {
    assertText(data, 'sendVideo: data must be base64')
    this.sending('video')
    if (this.current.status !== 'open' || this.codec === null) return
    const frame = this.codec.video(data)
    if (frame !== null) this.write(frame)
    else this.report({ type: 'note', diagnostic: notPossible('take pictures', this.config.profile.name) })
  }

  sendText(text: string): void {
    assertText(text, 'sendText: text must be a string')
    this.take({ type: 'sending', what: 'text', text })
  }

  interrupt(): void {
    this.take({ type: 'interrupt' })
  }

  heardUntil(milliseconds: number): void {
    const frame = this.codec?.heardUntil(milliseconds) ?? null
    if (frame !== null) this.write(frame)
  }

  set(values: JsonObject, deleted: readonly string[] = []): void {
    this.take({ type: 'set', set: jsonObject(values, 'set: values'), delete: deleted })
  }

  stop(): void {
    this.take({ type: 'stop' })
  }

  [Symbol.asyncIterator](): AsyncIterator<LiveReport> {
    return this.reports[Symbol.asyncIterator]()
  }

  /** Lets context go first that waits for what the user sends. Only then does anything wait for it. */
  private sending(what: 'audio' | 'video'): void {
    const { contextDelivery, flushOn } = this.config.config
    const isAwaited = contextDelivery === 'deferred' && flushOn === 'any-send'
    if (isAwaited && !isNothing(pendingIn(this.config, this.current))) this.take({ type: 'sending', what })
  }

  /** Gives the engine an event, and performs what it wants. Events that come meanwhile wait. */
  private take(event: LiveEvent): void {
    this.queue.push(event)
    if (this.isBusy) return
    this.isBusy = true
    try {
      for (let next = this.queue.shift(); next !== undefined; next = this.queue.shift()) this.make(next)
    } finally {
      this.isBusy = false
    }
    this.sendSpoken()
  }

  private make(event: LiveEvent): void {
    this.record(event)
    const [state, effects] = step(this.config, this.current, event)
    this.current = state
    const report = reportOfEvent(event)
    if (report !== null) this.reports.push(report)
    for (const effect of effects) this.perform(effect)
  }

  /** A record that cannot be kept does not end the conversation. */
  private record(event: LiveEvent): void {
    const { record, now = Date.now } = this.options
    try {
      const written: unknown = record?.({ at: now(), event })
      // An async function is no mistake of the types.
      if (written instanceof Promise) written.catch(() => this.notRecorded())
    } catch {
      this.notRecorded()
    }
  }

  private notRecorded(): void {
    this.report({ type: 'note', diagnostic: liveFunctionThrew('record', 'the line is missing from it') })
  }

  private perform(effect: LiveEffect): void {
    const report = reportOf(effect)
    if (report !== null) this.report(report)
    switch (effect.type) {
      case 'connect':
        // Nothing goes to the connection that the conversation leaves, and nothing of it counts.
        this.socket = null
        this.connection += 1
        return this.timers.set('connect', effect.delay, () => void this.connect(effect.handle))
      case 'timer': {
        const { name, after } = effect
        return this.timers.set(name, after, () => this.take({ type: 'timer', name }))
      }
      case 'send': {
        const { message, frame } = effect
        const frames = this.codec?.encode(message, frame) ?? []
        const isWritten = frames.every(each => this.write(each))
        return this.take({ type: isWritten ? 'written' : 'failed', frame })
      }
      case 'run':
        return void this.runTool(effect)
      case 'abort':
        return this.tools.get(effect.id)?.abort(new Error('the call is over'))
      case 'extract':
        return void this.extract(effect)
      case 'cut':
        this.isMuted = this.config.profile.hasTurns
        return
      case 'close':
        return this.end()
    }
  }

  private report(report: LiveReport): void {
    const events = sessionEvents(report)
    if (events.length > 0) this.log = this.log.append(...events)
    this.reports.push(report)
  }

  private async connect(handle: string | null): Promise<void> {
    const number = this.connection
    const isCurrent = (): boolean => number === this.connection && this.current.status !== 'ended'
    const { setup } = this.options
    try {
      const socket: LiveSocket | undefined = await this.options.connect(handle)
      if (typeof socket?.send !== 'function') throw new TypeError('connect must return a socket')
      if (!isCurrent()) return socket.close()
      this.socket = socket
      this.sockets.add(socket)
      this.codec = codecFor({ ...this.config, ...(setup && { setup }) })
      this.audio.reconnect()
      listen(socket, {
        opened: () => {
          if (!isCurrent()) return
          // The conversation moves over before the earlier connection is left.
          this.closeSockets(1000, 'moved')
          this.take({ type: 'opened' })
        },
        received: frame => {
          if (isCurrent()) this.received(frame)
        },
        closed: (code, reason) => {
          this.sockets.delete(socket)
          const meaning = this.codec?.closed(code, reason) ?? {}
          const why = reason === '' ? `code ${code}` : reason
          if (isCurrent()) this.closed({ type: 'closed', reason: why, ...meaning })
        },
      })
    } catch (error) {
      if (isCurrent()) this.closed({ type: 'closed', reason: reasonOf(error) })
    }
  }

  /** Closes all sockets but the current one. */
  private closeSockets(code: number, reason: string): void {
    for (const socket of this.sockets) {
      if (socket === this.socket) continue
      this.sockets.delete(socket)
      try {
        socket.close(code, reason)
      } catch {
        // It is closed already.
      }
    }
  }

  private sendSpoken(): void {
    if (this.current.status !== 'open' || this.codec === null) return
    this.audio.send(
      this.codec,
      () => this.hasRoom(),
      frame => this.write(frame),
    )
  }

  /** Whether the socket takes audio: on a slow line steering does not wait behind it. */
  private hasRoom(): boolean {
    if ((this.socket?.bufferedAmount ?? 0) <= mostBuffered) return true
    this.timers.set('audio', audioRetry, () => this.sendSpoken())
    return false
  }

  private closed(event: Extract<LiveEvent, { readonly type: 'closed' }>): void {
    if (this.lost === this.connection) return
    this.lost = this.connection
    this.take(event)
  }

  private received(frame: unknown): void {
    for (const event of this.codec?.decode(frame) ?? [])
      if (event.type === 'audio') {
        if (!this.isMuted) this.reports.push(event)
      } else {
        if (event.type === 'turn-complete') this.isMuted = false
        if (event.type === 'handle' && this.codec !== null) this.audio.taken(this.codec)
        if (event.type === 'closed') this.closed(event)
        else this.take(event)
      }
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

  private async runTool(call: LiveCall): Promise<void> {
    const { id } = call
    const stop = new AbortController()
    this.tools.set(id, stop)
    const agent = agentNamed(this.root, this.agent) ?? this.root
    const result = await runLiveTool(agent, call, this.current.values, this.settings, {
      signal: stop.signal,
      progress: value => {
        if (!stop.signal.aborted) this.take({ type: 'progress', id, value: frozenJson(value) })
      },
    })
    if (this.tools.get(id) === stop) this.tools.delete(id)
    if (!stop.signal.aborted) this.take({ type: 'result', id, ...result })
  }

  /** Reads facts from what was said, while the conversation goes on. */
  private async extract({ agent, number, said }: ExtractEffect): Promise<void> {
    try {
      const { extract } = memberOf(this.config.config, agent)
      const found = await extract?.run(said, this.state)
      if (!isObject(found)) return
      this.take({ type: 'extracted', set: frozenJson(found) as JsonObject, agent, number })
    } catch (error) {
      this.report({ type: 'note', diagnostic: extractionIgnored(`failed: ${reasonOf(error)}`) })
    }
  }

  private end(): void {
    this.timers.clear()
    for (const stop of this.tools.values()) stop.abort(new Error('the conversation ended'))
    this.socket = null
    this.closeSockets(1000, 'ended')
    this.reports.close()
  }
}

function agentNamed(agent: Agent, name: string): Agent | null {
  if (agent.name === name) return agent
  for (const child of agent.subAgents ?? []) {
    const found = agentNamed(child, name)
    if (found !== null) return found
  }
  return null
}

function assertText(value: unknown, message: string): void {
  if (typeof value !== 'string') throw new TypeError(`${message}, got ${describe(value)}`)
}

function jsonObject(value: unknown, what: string): JsonObject {
  if (!isObject(value)) throw new TypeError(`${what} must be an object, got ${describe(value)}`)
  try {
    return frozenJson(value) as JsonObject
  } catch (error) {
    throw new TypeError(`${what}: ${reasonOf(error)}`)
  }
}
