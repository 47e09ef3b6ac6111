import type { LiveState, Modifier, Predicate } from '../steering/modifier.ts'

/** Transition from one phase to another. */
export interface Transition {
  /** Name of the phase that follows. */
  readonly to: string
  readonly when: Predicate
  /** Condition as text, for the model's navigation text. */
  readonly description?: string
}

/** Text, or a function of the state that writes it. */
export type StateText = string | ((state: LiveState) => string)

/** Phase of a conversation, with its own instruction, tools and transitions. */
export interface Phase {
  readonly name: string
  readonly instruction?: StateText
  readonly modifiers?: readonly Modifier[]
  /**
   * Transitions in order of evaluation: the first with a true condition and a phase whose guard allows entry is taken.
   */
  readonly transitions?: readonly Transition[]
  /** Condition under which a transition may enter the phase. */
  readonly guard?: Predicate
  /** Names of the tools that the model may call in this phase; all tools if not given. */
  readonly tools?: readonly string[]
  /** State keys that the phase gathers. A key that is missing, null or an empty text counts as not gathered. */
  readonly needs?: readonly string[]
  /** Returns a text that the model gets once, when the phase is entered; null for none. */
  readonly onEnterContext?: (state: LiveState) => string | null
  /** Whether the model starts speaking when the phase is entered; by default the agent's `speak`. */
  readonly speak?: boolean
  /** Whether no transition leaves the phase. */
  readonly terminal?: boolean
}
