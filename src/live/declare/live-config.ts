import type { ContextDelivery, FlushOn, SteeringMode } from '../steering/modes.ts'
import type { LiveState, Modifier } from '../steering/modifier.ts'
import type { Phase, StateText } from './phase.ts'

/** Key that the engine computes from others, read as `derived:NAME`. */
export type Derived = Readonly<Record<string, (state: LiveState) => unknown>>

/** A text of the conversation. */
export interface SaidText {
  readonly by: 'user' | 'model'
  readonly text: string
}

/** Reads facts from what was said, after each turn, while the conversation goes on. */
export interface Extraction {
  /** Keys that it may write; any other that it returns is left out. A value of null erases nothing. */
  readonly keys: readonly string[]
  /** Number of texts that it is given, the newest ones; 10 by default. */
  readonly texts?: number
  /** Returns values by key: of a model call, a rule, or anything else. */
  run(said: readonly SaidText[], state: LiveState): unknown
}

/** Tool as the engine knows it: its function belongs to the agent. */
export interface LiveTool {
  readonly name: string
  readonly description?: string
  readonly parameters?: object
  /** Whether the conversation goes on while the tool runs. */
  readonly background?: boolean
  /** Milliseconds after which the model gets an error that the tool did not answer; unlimited if it is not given. */
  readonly timeoutMs?: number
}

/** Settings of a live agent, complete. */
export interface LiveConfig {
  readonly name: string
  readonly model: string
  readonly instruction: StateText
  /** Whether a function of the app writes the instruction. */
  readonly isWritten: boolean
  readonly phases: readonly Phase[]
  readonly initialPhase: string | null
  /** Modifiers of every phase, before its own. */
  readonly modifiers: readonly Modifier[]
  readonly tools: readonly LiveTool[]
  readonly steeringMode: SteeringMode
  readonly contextDelivery: ContextDelivery
  /** Moment that deferred context waits for; null for the one that suits the model. */
  readonly flushOn: FlushOn | null
  /** Whether the model begins to speak when a phase is entered. */
  readonly speak: boolean
  /** Whether the model gets a text about the phase, the keys to gather, and the phases that may follow. */
  readonly navigation: boolean
  /** Number of turns without progress after which the model is reminded of the keys to gather; null for never. */
  readonly repairAfter: number | null
  /**
   * Milliseconds of silence after which `session:silences` counts one more, so that a transition may let the model speak;
   * null for never. The key is gone once the user speaks.
   */
  readonly silenceMs: number | null
  readonly derived: Derived
  /** Facts that are read from what was said; null for none. */
  readonly extract: Extraction | null
  /** Names of the agents to which the conversation may be handed over. */
  readonly targets: readonly string[]
  /** Other agents of the conversation. */
  readonly members: readonly LiveConfig[]
}
