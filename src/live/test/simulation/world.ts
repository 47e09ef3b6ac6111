// A simulated model and network: the texts that the model has, and the faults on the way to it.

import type { LiveEffect } from '../../engine/effect.ts'
import type { LiveEvent } from '../../engine/event.ts'
import type { LiveMessage } from '../../engine/message.ts'
import { type EngineState, newEngineState } from '../../engine/state.ts'
import { step as realStep } from '../../engine/step.ts'
import { type EngineConfig, usableCarrier, wantedSlots } from '../../engine/wanted.ts'
import { fakeRandom, type Random } from './random.ts'

export type Step = typeof realStep

/** Errors that a trial found. */
export interface Faults {
  lost: number
  interrupting: number
  overtaken: number
  doubled: number
  twiceAfterResume: number
  unanswered: number
}

interface Call {
  readonly isBackground: boolean
  answers: number
}

/** Text of a block that says that an earlier block no longer applies. */
const nothing = 'No longer applies.'

export class World {
  readonly faults: Faults = {
    lost: 0,
    interrupting: 0,
    overtaken: 0,
    doubled: 0,
    twiceAfterResume: 0,
    unanswered: 0,
  }
  state: EngineState
  now = 0
  private readonly engine: EngineConfig
  private readonly step: Step
  private readonly random: Random
  /** Texts that the model has, by slot. */
  private held = new Map<string, string>()
  /** Texts that the model had after each recent message, if handles report which messages they include. */
  private past: { readonly frame: number; readonly held: Map<string, string> }[] = []
  /** Texts that each handle includes. */
  private readonly handles = new Map<string, Map<string, string>>()
  /** Texts that were sent since the last resumption, by slot. */
  private sinceResume = new Map<string, string>()
  private isResumed = false
  /** Slot of each item, and newest item of each slot. */
  private readonly items = new Map<string, string>()
  private readonly newest = new Map<string, string>()
  isOpen = false
  isAnswering = false
  private readonly calls = new Map<string, Call>()
  private readonly timers = new Map<string, number>()
  private readonly queue: { readonly event: LiveEvent; readonly connection: number }[] = []
  /** Events that come later, such as replies of the server. */
  private later: { readonly at: number; readonly connection: number; readonly event: LiveEvent }[] = []
  private connection = 0
  private count = 0
  /** Share of messages that are not written, and of messages that are written but never read. */
  trouble = 0.08
  /** Called for each error, to help find its cause. */
  static onFault: (name: string) => void = () => {}

  constructor(engine: EngineConfig, seed: number, step: Step = realStep) {
    this.engine = engine
    this.step = step
    this.random = fakeRandom(seed)
    this.state = newEngineState({ a: 0 })
  }

  private fault(name: keyof Faults, about = ''): void {
    this.faults[name]++
    World.onFault(`${name} ${about}`)
  }

  chance(share: number): boolean {
    return this.random.next() < share
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[Math.floor(this.random.next() * values.length)] as Value
  }

  send(event: LiveEvent): void {
    this.push(event)
    while (this.queue.length > 0) {
      const { event: next, connection } = this.queue.shift() as (typeof this.queue)[number]
      // A driver reports no events of a connection that it has left.
      if ((next.type === 'opened' || next.type === 'closed') && connection !== this.connection) continue
      const [state, effects] = this.step(this.engine, this.state, next)
      this.state = state
      for (const [index, effect] of effects.entries()) this.perform(effect, effects.slice(index + 1))
    }
  }

  private push(event: LiveEvent): void {
    this.queue.push({ event, connection: this.connection })
  }

  private perform(effect: LiveEffect, rest: readonly LiveEffect[]): void {
    if (effect.type === 'connect') this.connect(effect.handle)
    if (effect.type === 'timer') {
      if (effect.after === null) this.timers.delete(effect.name)
      else this.timers.set(effect.name, this.now + effect.after)
    }
    if (effect.type !== 'send') return
    const { frame, message } = effect
    if (!this.isOpen && message.kind !== 'setup') return void this.push({ type: 'failed', frame })
    if (message.kind !== 'setup' && this.chance(this.trouble))
      return void this.push({ type: 'failed', frame })
    if (message.kind !== 'setup' && this.chance(this.trouble)) {
      // The message is written, but the connection ends before the server reads it.
      this.push({ type: 'written', frame })
      this.drop()
      return
    }
    this.push({ type: 'written', frame })
    this.consume(message, rest)
    this.past = [...this.past, { frame, held: new Map(this.held) }].slice(-4)
    if (this.engine.profile.confirms === 'reply' && (message.kind === 'context' || message.kind === 'update'))
      this.reply({ type: 'acked', frame })
  }

  private reply(event: LiveEvent): void {
    this.later.push({
      at: this.now + Math.floor(this.random.next() * 40),
      connection: this.connection,
      event,
    })
  }

  private connect(handle: string | null): void {
    this.connection++
    this.isAnswering = false
    for (const [id, call] of this.calls) if (call.answers === 0) this.calls.delete(id)
    const known = handle === null ? undefined : this.handles.get(handle)
    this.isResumed = known !== undefined
    this.held = new Map(known ?? [])
    this.sinceResume = new Map()
    this.past = []
    this.isOpen = true
    this.push({ type: 'opened' })
  }

  private consume(message: LiveMessage, rest: readonly LiveEffect[]): void {
    const { profile } = this.engine
    if (message.kind === 'setup') {
      this.hold('instruction', message.instruction, true)
      this.reply({ type: 'ready' })
    }
    if (message.kind === 'update') {
      if (message.instruction !== undefined) this.hold('instruction', message.instruction)
      if (message.tools !== undefined) this.hold('tools', JSON.stringify(message.tools))
    }
    if (message.kind === 'context') {
      const isAsked = rest.some(effect => effect.type === 'send' && effect.message.kind === 'text')
      const isBlocked = [...this.calls.values()].some(
        ({ isBackground, answers }) => !isBackground && answers === 0,
      )
      if (
        (profile.contextInterrupts && this.isAnswering && !isAsked) ||
        (profile.contextCancelsCalls && isBlocked)
      )
        this.fault('interrupting')
    }
    if (message.kind === 'context' || message.kind === 'result') {
      const blocks = message.kind === 'context' ? message.blocks : message.context
      for (const { slot, text, item } of blocks) {
        this.hold(slot, text)
        this.items.set(item, slot)
        this.newest.set(slot, item)
      }
    }
    if (message.kind === 'remove') {
      const slot = this.items.get(message.item)
      // A newer block of the slot is kept.
      if (slot !== undefined && this.newest.get(slot) === message.item) this.held.delete(slot)
    }
    if (message.kind === 'result') {
      const call = this.calls.get(message.call)
      if (call !== undefined) call.answers++
      if (call !== undefined && call.answers > 1) this.fault('unanswered')
      if (profile.answersResults && profile.hasTurns && call?.isBackground === false) this.beginAnswer()
    }
    if (message.kind === 'speak' || (message.kind === 'text' && profile.answersResults)) {
      if (message.kind === 'speak' && this.isAnswering) this.fault('interrupting')
      this.beginAnswer()
    }
  }

  private hold(slot: string, text: string, isSetup = false): void {
    const known = this.held.get(slot)
    if (!isSetup && known === text) {
      if (!this.isResumed) this.fault('doubled')
      else if (this.sinceResume.get(slot) === text) this.fault('twiceAfterResume')
    }
    if (text === nothing) this.held.delete(slot)
    else this.held.set(slot, text)
    this.sinceResume.set(slot, text)
  }

  beginAnswer(): void {
    if (this.isAnswering || !this.engine.profile.hasTurns) return
    this.isAnswering = true
    this.push({ type: 'answer-started' })
  }

  /** Cuts the connection, as a network failure would. */
  drop(): void {
    if (!this.isOpen) return
    this.isOpen = false
    this.isAnswering = false
    this.later = this.later.filter(({ connection }) => connection !== this.connection)
    this.push({ type: 'closed', reason: 'cut' })
    if (this.queue.length === 1) this.send((this.queue.pop() as (typeof this.queue)[number]).event)
  }

  call(isBackground: boolean): void {
    if (!this.isOpen || this.state.status !== 'open') return
    const id = `call-${++this.count}`
    this.calls.set(id, { isBackground, answers: 0 })
    this.send({ type: 'called', id, name: isBackground ? 'later' : 'look', args: {} })
  }

  /** Gives a handle that includes the texts that the model had some messages ago. */
  giveHandle(isResumable: boolean): void {
    if (!this.engine.profile.resumes) return
    const id = `handle-${++this.count}`
    const at = this.past.at(-1 - Math.floor(this.random.next() * 3)) ?? this.past[0]
    if (this.engine.profile.confirms === 'index' && at !== undefined) {
      this.handles.set(id, at.held)
      return this.send({ type: 'handle', id: isResumable ? id : null, holds: at.frame })
    }
    const entries = [...this.held]
    const lag = Math.floor(this.random.next() * 3)
    this.handles.set(id, new Map(lag === 0 ? entries : entries.slice(0, -lag)))
    this.send({ type: 'handle', id: isResumable ? id : null })
  }

  /** Advances the time. Replies and timers that are due are delivered. */
  pass(milliseconds: number): void {
    const end = this.now + milliseconds
    for (;;) {
      const timer = [...this.timers].sort((left, right) => left[1] - right[1])[0]
      this.later.sort((left, right) => left.at - right.at)
      const reply = this.later[0]
      const at = Math.min(timer?.[1] ?? Number.POSITIVE_INFINITY, reply?.at ?? Number.POSITIVE_INFINITY)
      if (at > end) break
      this.now = Math.max(this.now, at)
      if (reply !== undefined && reply.at === at) {
        this.later.shift()
        if (reply.connection === this.connection && this.isOpen) this.send(reply.event)
      } else if (timer !== undefined) {
        this.timers.delete(timer[0])
        this.send({ type: 'timer', name: timer[0] })
      }
    }
    this.now = end
  }

  /** Calls that the engine runs and that have no result yet. */
  get open(): readonly string[] {
    return Object.keys(this.state.calls)
  }

  /** Compares the texts that the model has with those that it should have, when all work has ended. */
  judge(): void {
    const wanted = wantedSlots(this.engine, this.state)
    for (const { id, kind, text } of wanted) {
      if (id === 'tools' && kind === 'tools') continue
      // If an instruction cannot be replaced, context says that it replaces the instruction.
      if (kind === 'instruction' && usableCarrier(this.engine, kind, this.state) === 'context') continue
      const held = this.held.get(id)
      if (held === undefined) this.fault('lost', id)
      else if (held !== text) this.fault('overtaken', `${id}: ${held} / ${text}`)
    }
    const ids = new Set(wanted.map(({ id }) => id))
    for (const id of this.held.keys())
      if (!ids.has(id) && !['entry', 'tools', 'history', 'interim'].includes(id) && !id.startsWith('late/'))
        this.fault('overtaken', id)
  }
}
