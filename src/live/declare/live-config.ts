import type { ContextDelivery, FlushOn, SteeringMode } from '../steering/modes.ts'
import type { LiveState, Modifier } from '../steering/modifier.ts'
import type { Phase, StateText } from './phase.ts'

/** Keys that the engine computes from others, read as `derived:NAME`. */
export type Derived = Readonly<Record<string, (state: LiveState) => unknown>>

/** Text that the user or the model said. */
export interface SaidText {
  readonly by: 'user' | 'model'
  readonly text: string
}

/** Extraction of facts from the conversation's newest texts after each turn, while the conversation continues. */
export interface Extraction {
  /** Keys that the function may write; any other key that it returns is dropped. A value of null erases nothing. */
  readonly keys: readonly string[]
  /** Number of the newest texts that the function gets; 10 by default. */
  readonly texts?: number
  /** Returns values by key, from a model call, a rule or any other source. */
  run(said: readonly SaidText[], state: LiveState): unknown
}

/** Tool in the engine's form: without its function, which the agent keeps. */
export interface LiveTool {
  readonly name: string
  readonly description?: string
  readonly parameters?: object
  /** Whether the conversation continues while the tool runs. */
  readonly background?: boolean
  /** Milliseconds after which the model gets an error instead of the tool's answer; unlimited if not given. */
  readonly timeoutMs?: number
}

/** Complete settings of a live agent. */
export interface LiveConfig {
  readonly name: string
  readonly model: string
  readonly instruction: StateText
  /** Whether a function of the app writes the instruction. */
  readonly isWritten: boolean
  readonly phases: readonly Phase[]
  readonly initialPhase: string | null
  /** Modifiers that apply in every phase, before the phase's own. */
  readonly modifiers: readonly Modifier[]
  readonly tools: readonly LiveTool[]
  readonly steeringMode: SteeringMode
  readonly contextDelivery: ContextDelivery
  /** Moment at which deferred context is sent; null for the moment that suits the model. */
  readonly flushOn: FlushOn | null
  /** Whether the model starts speaking when a phase is entered. */
  readonly speak: boolean
  /** Whether the model gets a text about the current phase, the keys to gather, and the possible next phases. */
  readonly navigation: boolean
  /** Number of turns without progress after which the model is reminded of the keys to gather; null for never. */
  readonly repairAfter: number | null
  /**
   * Milliseconds of silence after which `session:silences` grows by one, so that a transition may let the model speak;
   * null for never. The key is removed once the user speaks.
   */
  readonly silenceMs: number | null
  readonly derived: Derived
  /** Extraction of facts from the conversation; null for none. */
  readonly extract: Extraction | null
  /** Names of the agents to which the conversation may be handed over. */
  readonly targets: readonly string[]
  /** Other agents of the conversation. */
  readonly members: readonly LiveConfig[]
}
