import type { ContextDelivery, FlushOn, SteeringMode } from '../steering/modes.ts'
import type { LiveState, Modifier } from '../steering/modifier.ts'
import type { Phase, StateText } from './phase.ts'

/** State keys that are computed from other keys, and read as `derived:NAME`. */
export type Derived = Readonly<Record<string, (state: LiveState) => unknown>>

/** Text that the user or the model said. */
export interface SaidText {
  readonly by: 'user' | 'model'
  readonly text: string
}

/** Function that extracts facts from the newest texts after each turn, while the conversation continues. */
export interface Extraction {
  /** State keys that the function may write. Other keys in its result are dropped, and so are null values. */
  readonly keys: readonly string[]
  /** Number of newest texts that the function gets; 10 by default. */
  readonly texts?: number
  /** Returns facts by state key. They may come from a model call, a rule or any other source. */
  run(said: readonly SaidText[], state: LiveState): unknown
}

/** Declaration of a tool, without the function that runs it. */
export interface LiveTool {
  readonly name: string
  readonly description?: string
  readonly parameters?: object
  /** Whether the conversation continues while the tool runs. */
  readonly background?: boolean
  /** Milliseconds until the model gets an error instead of the tool's result; unlimited by default. */
  readonly timeoutMs?: number
}

/** Complete settings of a live agent. */
export interface LiveConfig {
  readonly name: string
  readonly model: string
  readonly instruction: StateText
  /** Whether the instruction is written by a function of the app. */
  readonly isWritten: boolean
  readonly phases: readonly Phase[]
  readonly initialPhase: string | null
  /** Modifiers that apply in every phase. Their texts come before those of the phase's own modifiers. */
  readonly modifiers: readonly Modifier[]
  readonly tools: readonly LiveTool[]
  readonly steeringMode: SteeringMode
  readonly contextDelivery: ContextDelivery
  /** Moment at which deferred context is sent. If null, the model's profile decides. */
  readonly flushOn: FlushOn | null
  /** Whether the model starts speaking when a phase is entered. */
  readonly speak: boolean
  /** Whether the model gets a text about the current phase, the keys to gather and the possible next phases. */
  readonly navigation: boolean
  /** Number of turns without progress until the model is reminded of the keys to gather; null for never. */
  readonly repairAfter: number | null
  /**
   * Milliseconds of silence until the state key `session:silences` grows by one, so that a transition may let the model
   * speak; null for never. The key is removed when the user speaks.
   */
  readonly silenceMs: number | null
  readonly derived: Derived
  /** Extraction of facts from the conversation; null for none. */
  readonly extract: Extraction | null
  /** Names of the agents to which the conversation may be handed over. */
  readonly targets: readonly string[]
  /** Settings of the other agents in the conversation. */
  readonly members: readonly LiveConfig[]
}
