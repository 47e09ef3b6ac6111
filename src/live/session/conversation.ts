import type { Agent } from '../../core/agent/agent.ts'
import { extractionIgnored, liveFunctionFailed, notPossible, speechNotWritten } from '../../core/diag/live.ts'
import { isObject, type JsonObject } from '../../core/ir/json.ts'
import { createSession } from '../../core/session/create.ts'
import type { Session } from '../../core/session/session.ts'
import { frozenJson } from '../../core/text/json-value.ts'
import { reasonOf } from '../../core/text/reason.ts'
import { Channel } from '../../run/runner/channel.ts'
import { memberSettings } from '../declare/agents.ts'
import { viewWithDerivedKeys } from '../declare/state-view.ts'
import type { ExtractEffect, LiveEffect } from '../engine/effect.ts'
import type { LiveEvent } from '../engine/event.ts'
import { isContextAwaited } from '../engine/flush.ts'
import type { EngineState } from '../engine/state.ts'
import type { EngineConfig } from '../engine/wanted.ts'
import type { LiveState } from '../steering/modifier.ts'
import type { Codec, Received } from '../wire/codec.ts'
import { assertArgument, copyJsonObject } from './assert-input.ts'
import { AudioQueue } from './audio-queue.ts'
import { Connections } from './connections.ts'
import type { LiveConversation, StartLiveOptions } from './contract.ts'
import { type LiveReport, reportOfEffect, reportOfEvent } from './live-event.ts'
import { PlaybackClock } from './playback.ts'
import { protectedLogFor } from './protected-log.ts'
import { lastSessionTexts } from './session-events.ts'
import { ShownReports } from './shown-reports.ts'
import { EngineSteps } from './steps.ts'
import { Timers } from './timers.ts'
import { ToolRuns } from './tool-runs.ts'

/** Milliseconds until audio is sent again to a socket that had no room. */
const audioRetry = 20

/** Conversation that runs the engine. Only this class has sockets, timers and tools. */
export class LiveTalk implements LiveConversation {
  private readonly root: Agent
  private readonly config: EngineConfig
  private readonly options: StartLiveOptions
  private readonly reports = new Channel<LiveReport>()
  private isUnwrittenTold = false
  private readonly timers = new Timers()
  private readonly tools: ToolRuns
  private readonly line: Connections
  private readonly queue: LiveEvent[] = []
  private isBusy = false
  private readonly steps: EngineSteps
  private readonly shown: ShownReports
  private readonly audio: AudioQueue
  /** Whether audio is dropped, because it is the rest of an interrupted answer. */
  private isMuted = false
  private readonly playback: PlaybackClock

  constructor(agent: Agent, config: EngineConfig, options: StartLiveOptions) {
    this.root = agent
    this.config = config
    this.options = options
    const log = options.session ?? createSession(options.state ? { state: options.state } : {})
    this.steps = new EngineSteps(config, log, protectedLogFor(agent, options.protect ?? [], log, 'startLive'))
    this.shown = new ShownReports(this.steps.shown)
    const settings = { key: { id: agent.name, owner: { app: agent.name } }, ...options }
    this.tools = new ToolRuns(agent, settings, {
      log: () => this.log,
      values: id => this.steps.shown?.placeholderValuesOf(id) ?? null,
      progress: (id, value) => this.handleEngineEvent({ type: 'progress', id, value }),
      result: (id, result) => this.handleEngineEvent({ type: 'result', id, ...result }),
    })
    this.line = new Connections(this.steps.engine, options, {
      made: () => {
        this.audio.requeueUnheld()
        this.reportMissingTranscripts()
      },
      opened: () => this.handleEngineEvent({ type: 'opened' }),
      received: event => this.handleServerEvent(event),
      closed: event => this.handleEngineEvent(event),
    })
    this.playback = new PlaybackClock(options.now ?? Date.now)
    this.audio = new AudioQueue(config.profile.confirms === 'index')
    const said = options.session === undefined ? [] : lastSessionTexts(options.session)
    this.handleEngineEvent({ type: 'start', values: frozenJson({ ...this.log.state }) as JsonObject, said })
  }

  get state(): LiveState {
    return viewWithDerivedKeys(memberSettings(this.config.config, this.agent), this.current.values)
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
    assertArgument('sendAudio.data', data)
    this.audio.queueAudioPiece(data)
    this.sendWaitingAudio()
  }

  sendVideo(data: string): void {
    assertArgument('sendVideo.data', data)
    this.announceUserInput('video')
    if (this.current.status !== 'open' || this.codec === null) return
    const frame = this.codec.video(data)
    if (frame !== null) this.line.writeFrame(frame)
    else
      this.deliverReport({ type: 'note', diagnostic: notPossible('take pictures', this.config.profile.name) })
  }

  sendText(text: string): void {
    assertArgument('sendText.text', text)
    this.handleEngineEvent({ type: 'sending', what: 'text', text })
  }

  interrupt(): void {
    this.handleEngineEvent(this.playback.addPlaybackTimes({ type: 'interrupt' }))
  }

  heardUntil(milliseconds: number): void {
    assertArgument('heardUntil.milliseconds', milliseconds)
    const frame = this.codec?.heardUntil(milliseconds) ?? null
    if (frame !== null) this.line.writeFrame(frame)
    this.handleEngineEvent({
      type: 'heard-until',
      length: this.playback.knownLength,
      played: Math.max(0, Math.round(milliseconds)),
    })
  }

  set(values: JsonObject, deleted: readonly string[] = []): void {
    this.handleEngineEvent({ type: 'set', set: copyJsonObject(values, 'set.values'), delete: deleted })
  }

  stop(): void {
    this.handleEngineEvent({ type: 'stop' })
  }

  [Symbol.asyncIterator](): AsyncIterator<LiveReport> {
    return this.reports[Symbol.asyncIterator]()
  }

  private get current(): EngineState {
    return this.steps.state
  }

  private get log(): Session {
    return this.steps.log
  }

  /** Reports once that the session will have no text of the user's speech. */
  private reportMissingTranscripts(): void {
    if (this.isUnwrittenTold || this.codec?.transcribes !== false) return
    this.isUnwrittenTold = true
    this.deliverReport({ type: 'note', diagnostic: speechNotWritten(this.config.profile.name) })
  }

  private get codec(): Codec | null {
    return this.line.codec
  }

  /** If context waits for the user's next input, sends it before that input. */
  private announceUserInput(what: 'audio' | 'video'): void {
    if (isContextAwaited(this.steps.engine, this.current, what)) this.processEvents({ type: 'sending', what })
  }

  /** Passes an event to the engine and performs the effects. Then sends audio that was waiting. */
  private handleEngineEvent(event: LiveEvent): void {
    this.processEvents(event)
    this.sendWaitingAudio()
  }

  /** Passes an event to the engine. An event that arrives during this is queued. */
  private processEvents(event: LiveEvent): void {
    this.queue.push(event)
    if (this.isBusy) return
    this.isBusy = true
    try {
      for (let next = this.queue.shift(); next !== undefined; next = this.queue.shift())
        this.runEngineStep(next)
    } finally {
      this.isBusy = false
    }
  }

  private runEngineStep(event: LiveEvent): void {
    this.recordEngineInput(event)
    const effects = this.steps.applyEvent(event)
    const report = reportOfEvent(event)
    if (report !== null) this.deliverReport(report)
    for (const effect of effects) this.performEffect(effect)
  }

  /** Passes an engine input to the app's `record` function. The conversation continues even if it fails. */
  private recordEngineInput(event: LiveEvent): void {
    const { record, now = Date.now } = this.options
    try {
      const written: unknown = record?.({ at: now(), event })
      // An async function fits the type too. Its rejection must be handled.
      if (written instanceof Promise) written.catch(() => this.reportUnrecordedInput())
    } catch {
      this.reportUnrecordedInput()
    }
  }

  private reportUnrecordedInput(): void {
    this.deliverReport({
      type: 'note',
      diagnostic: liveFunctionFailed('record', 'the record lacks this line'),
    })
  }

  private performEffect(effect: LiveEffect): void {
    const report = reportOfEffect(effect)
    if (report !== null) this.deliverReport(report)
    switch (effect.type) {
      case 'connect':
        this.line.leaveConnection()
        return this.timers.set(
          'connect',
          effect.delay,
          () => void this.line.openConnectionSocket(effect.handle),
        )
      case 'timer': {
        const { name, after } = effect
        return this.timers.set(name, after, () => this.handleEngineEvent({ type: 'timer', name }))
      }
      case 'send': {
        const { message, frame } = effect
        const frames = this.codec?.encode(message, frame) ?? []
        const isWritten = frames.every(each => this.line.writeFrame(each))
        return this.handleEngineEvent({ type: isWritten ? 'written' : 'failed', frame })
      }
      case 'run':
        return void this.tools.runTool(effect, this.agent, this.current.values)
      case 'abort':
        return this.tools.abortCall(effect.id)
      case 'extract':
        return void this.extractFacts(effect)
      case 'cut':
        this.playback.cutAudio()
        this.isMuted = effect.goesOn && this.config.profile.hasTurns
        return
      case 'close':
        return this.releaseResources()
      // These effects are only reported to the app.
      case 'said':
      case 'phase':
      case 'transferred':
      case 'state':
      case 'called':
      case 'answered':
      case 'note':
        return
      default:
        effect satisfies never
    }
  }

  private deliverReport(report: LiveReport): void {
    for (const each of this.shown.deliverableReports(report)) this.reports.push(each)
  }

  private sendWaitingAudio(): void {
    if (this.isBusy || !this.audio.isWaiting || this.current.status !== 'open' || this.codec === null) return
    this.announceUserInput('audio')
    // Sending context may have started a change to another connection.
    if (this.current.status !== 'open') return
    this.audio.writeWaitingPieces(
      this.codec,
      () => this.hasRoom(),
      frame => this.line.writeFrame(frame),
    )
  }

  /** Whether the socket has room. On a slow line audio waits, so that steering messages are not delayed. */
  private hasRoom(): boolean {
    if (this.line.hasRoom) return true
    this.timers.set('audio', audioRetry, () => this.sendWaitingAudio())
    return false
  }

  private handleServerEvent(event: Received): void {
    if (event.type === 'audio') {
      this.playback.addAudioPiece(event.length)
      if (!this.isMuted) this.deliverReport({ type: 'audio', data: event.data })
      return
    }
    if (event.type === 'turn-complete') this.isMuted = false
    if (event.type === 'handle' && this.codec !== null) this.audio.dropHeldPieces(this.codec)
    this.handleEngineEvent(this.playback.addPlaybackTimes(event))
    if (event.type === 'turn-complete' || event.type === 'called') this.playback.endAnswerAudio()
  }

  /** Extracts facts from texts of the conversation, which continues meanwhile. */
  private async extractFacts({ agent, number, said }: ExtractEffect): Promise<void> {
    try {
      const { extract } = memberSettings(this.config.config, agent)
      const found = await extract?.run(said, this.state)
      if (!isObject(found)) return
      this.handleEngineEvent({ type: 'extracted', set: frozenJson(found) as JsonObject, agent, number })
    } catch (error) {
      this.deliverReport({
        type: 'note',
        diagnostic: extractionIgnored(`failed, so it wrote nothing: ${reasonOf(error)}`),
      })
    }
  }

  private releaseResources(): void {
    this.timers.clear()
    this.tools.abortAll()
    this.line.closeAllSockets()
    this.reports.close()
  }
}
