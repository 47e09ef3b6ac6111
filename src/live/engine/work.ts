import type { Diagnostic } from '../../core/diag/diagnostic.ts'
import { toJson } from '../../core/text/json.ts'
import { memberOf } from '../declare/agents.ts'
import type { LiveConfig } from '../declare/live-config.ts'
import { stateView } from '../declare/state-view.ts'
import type { LiveState } from '../steering/modifier.ts'
import type { LiveEffect } from './effect.ts'
import type { LiveMessage } from './message.ts'
import { asTheyAre, type EngineLens } from './shown.ts'
import type { EngineState, Flying, Told } from './state.ts'
import type { EngineConfig } from './wanted.ts'

/** Milliseconds within which the model begins to answer what it was asked for. */
const answerTimeout = 10_000

/** One step of the engine: a copy of the state that may be changed, and the effects so far. */
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
    return memberOf(this.engine.config, this.state.agent)
  }

  /** State as guards read it. */
  get view(): LiveState {
    return stateView(this.config, this.state.values)
  }

  /** State as texts for the model read it. */
  get shownView(): LiveState {
    return stateView(this.config, this.shown.values(this.state.values))
  }

  /** Forms in which the model is shown what the engine holds. */
  get shown(): EngineLens {
    return this.engine.shown ?? asTheyAre
  }

  /** Sends a message. The model holds its slots once it is confirmed. */
  send(
    message: LiveMessage,
    slots: Flying['slots'] = {},
    more: Pick<Flying, 'call' | 'unsaid' | 'unheld' | 'progress'> = {},
  ): void {
    const { state } = this
    const frame = state.nextFrame++
    state.flying = { ...state.flying, [frame]: { kind: message.kind, slots, ...more } }
    this.effects.push({ type: 'send', frame, message })
  }

  /** Returns a message that was sent and is not confirmed, and takes it out. */
  land(frame: number): Flying | null {
    const { [frame]: flying, ...rest } = this.state.flying
    if (flying === undefined) return null
    this.state.flying = rest
    return flying
  }

  /** Takes note of what the model holds by a message. */
  tell(slots: Flying['slots'], frame: number): void {
    const told: Record<string, Told> = { ...this.state.told }
    for (const [slot, text] of Object.entries(slots))
      if (text === null) delete told[slot]
      else told[slot] = { ...text, frame, at: this.state.tokens.seen }
    this.state.told = told
    const fresh = Object.keys(slots).filter(slot => !isBrief(slot) && !this.state.ever.includes(slot))
    if (fresh.length > 0) this.state.ever = [...this.state.ever, ...fresh]
    const maybe = this.state.maybe.filter(slot => !Object.hasOwn(slots, slot))
    if (maybe.length !== this.state.maybe.length) this.state.maybe = maybe
  }

  /** Sends as context something that did not reach the model otherwise. */
  tellLate(id: string, text: string): void {
    this.state.late = { ...this.state.late, [id]: text }
  }

  /** Sends the result of a call of an earlier connection as context. */
  tellResultLate(id: string): void {
    const { [id]: call, ...rest } = this.state.calls
    if (call === undefined) return
    this.state.calls = rest
    this.tellLate(id, resultText(this.shown.text(call.name), this.shown.result(id, call.value ?? null)))
    this.state.speakDue = true
  }

  /** Expects the model to answer. If it does not begin in time, it counts as silent again. */
  expectAnswer(): void {
    if (this.state.isAnswering && !this.state.isExpecting) return
    this.state.isAnswering = true
    this.state.isExpecting = true
    this.timer('answer', answerTimeout)
  }

  timer(name: string, after: number | null): void {
    this.effects.push({ type: 'timer', name, after })
  }

  report(diagnostic: Diagnostic): void {
    this.effects.push({ type: 'note', diagnostic })
  }

  /** Whether the model waits for the result of a call before it goes on. */
  get isBlocked(): boolean {
    return Object.values(this.state.calls).some(({ isBackground, isCurrent }) => isCurrent && !isBackground)
  }

  /** Whether nobody speaks, and nothing is under way that a new connection or an answer would disturb. */
  get isQuiet(): boolean {
    return !this.state.isAnswering && !this.state.isSpeaking && !this.isBlocked
  }
}

/** Whether a slot belongs to a call: nobody needs it once the call is over. */
export const isBrief = (slot: string): boolean => slot.startsWith('late/') || slot.startsWith('call/')

/** Returns the result of a call as context. */
export const resultText = (name: string, value: unknown): string => `Result of ${name}: ${toJson(value)}`

/** Returns a text of the user as context. */
export const writtenByUser = (text: string): string => `The user wrote: ${text}`
