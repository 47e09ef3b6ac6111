import type { Diagnostic } from '../../core/diag/diagnostic.ts'
import { toJson } from '../../core/text/json.ts'
import { memberSettings } from '../declare/agents.ts'
import type { LiveConfig } from '../declare/live-config.ts'
import { viewWithDerivedKeys } from '../declare/state-view.ts'
import type { LiveState } from '../steering/modifier.ts'
import type { LiveEffect } from './effect.ts'
import type { LiveMessage } from './message.ts'
import { asTheyAre, type EngineLens } from './shown.ts'
import type { EngineState, Flying, Told } from './state.ts'
import type { EngineConfig } from './wanted.ts'

/** Milliseconds within which the model must begin an answer. */
const answerTimeout = 10_000

/** Work of one engine step: a copy of the state that may be changed, and the effects so far. */
export class EngineWork {
  readonly engine: EngineConfig
  state: { -readonly [Key in keyof EngineState]: EngineState[Key] }
  readonly effects: LiveEffect[] = []

  constructor(engine: EngineConfig, before: EngineState) {
    this.engine = engine
    this.state = { ...before }
  }

  /** Settings of the agent that speaks. */
  get config(): LiveConfig {
    return memberSettings(this.engine.config, this.state.agent)
  }

  /** State as conditions read it. */
  get view(): LiveState {
    return viewWithDerivedKeys(this.config, this.state.values)
  }

  /** State as text functions read it: with the values that the model may see. */
  get shownView(): LiveState {
    return viewWithDerivedKeys(this.config, this.shown.values(this.state.values))
  }

  /** Conversion of content to the form that the model sees. */
  get shown(): EngineLens {
    return this.engine.shown ?? asTheyAre
  }

  /** Sends a message. The model counts as having its texts once the message is confirmed. */
  sendEngineMessage(
    message: LiveMessage,
    slots: Flying['slots'] = {},
    more: Pick<Flying, 'call' | 'unsaid' | 'unheld' | 'progress'> = {},
  ): void {
    const { state } = this
    const frame = state.nextFrame++
    state.flying = { ...state.flying, [frame]: { kind: message.kind, slots, ...more } }
    this.effects.push({ type: 'send', frame, message })
  }

  /** Removes an unconfirmed message from the state, and returns it; null if there is no such message. */
  removeUnconfirmedMessage(frame: number): Flying | null {
    const { [frame]: flying, ...rest } = this.state.flying
    if (flying === undefined) return null
    this.state.flying = rest
    return flying
  }

  /** Records the texts that the model has received in a message. */
  recordHeldSlots(slots: Flying['slots'], frame: number): void {
    const told: Record<string, Told> = { ...this.state.told }
    for (const [slot, text] of Object.entries(slots))
      if (text === null) delete told[slot]
      else told[slot] = { ...text, frame, at: this.state.tokens.seen }
    this.state.told = told
    const fresh = Object.keys(slots).filter(slot => !isCallSlot(slot) && !this.state.ever.includes(slot))
    if (fresh.length > 0) this.state.ever = [...this.state.ever, ...fresh]
    const maybe = this.state.maybe.filter(slot => !Object.hasOwn(slots, slot))
    if (maybe.length !== this.state.maybe.length) this.state.maybe = maybe
  }

  /** Adds a text to the context, because it could not be sent in its own message. */
  addLateContext(id: string, text: string): void {
    this.state.late = { ...this.state.late, [id]: text }
  }

  /** Adds the result of a call from an earlier connection to the context. */
  addLateResult(id: string): void {
    const { [id]: call, ...rest } = this.state.calls
    if (call === undefined) return
    this.state.calls = rest
    this.addLateContext(
      id,
      resultAsText(this.shown.text(call.name), this.shown.result(id, call.value ?? null)),
    )
    this.state.speakDue = true
  }

  /** Waits for an answer of the model. If it does not begin in time, the model counts as silent. */
  awaitAnswer(): void {
    if (this.state.isAnswering && !this.state.isExpecting) return
    this.state.isAnswering = true
    this.state.isExpecting = true
    this.setTimer('answer', answerTimeout)
  }

  setTimer(name: string, after: number | null): void {
    this.effects.push({ type: 'timer', name, after })
  }

  reportDiagnostic(diagnostic: Diagnostic): void {
    this.effects.push({ type: 'note', diagnostic })
  }

  /** Whether the model waits for the result of a call. */
  get isBlocked(): boolean {
    return Object.values(this.state.calls).some(({ isBackground, isCurrent }) => isCurrent && !isBackground)
  }

  /** Whether a new connection or an answer would disturb nobody: nobody speaks, and the model waits for no result. */
  get isQuiet(): boolean {
    return !this.state.isAnswering && !this.state.isSpeaking && !this.isBlocked
  }
}

/** Whether a slot belongs to a single call, so that its text is useless once the call is closed. */
export const isCallSlot = (slot: string): boolean => slot.startsWith('late/') || slot.startsWith('call/')

/** Returns a call's result as text for a context message. */
export const resultAsText = (name: string, value: unknown): string => `Result of ${name}: ${toJson(value)}`

/** Returns a user's text as text for a context message. */
export const userTextAsContext = (text: string): string => `The user wrote: ${text}`
