import type { LiveState, Modifier, Predicate } from '../steering/modifier.ts'

/** Transition from one phase to another. */
export interface Transition {
  /** Name of the phase to enter. */
  readonly to: string
  readonly when: Predicate
  /** Description of the condition, for the text that tells the model which phases may follow. */
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
   * Transitions in order of evaluation. The first one is taken whose condition is true and whose target phase allows
   * entry.
   */
  readonly transitions?: readonly Transition[]
  /** Condition that must also be true for any transition to enter the phase. */
  readonly guard?: Predicate
  /** Names of the tools that the model may call in this phase; all tools by default. */
  readonly tools?: readonly string[]
  /** State keys that the phase gathers. A key counts as gathered unless it is missing, null or an empty text. */
  readonly needs?: readonly string[]
  /** Returns a text that the model gets once, when the phase is entered; null for none. */
  readonly onEnterContext?: (state: LiveState) => string | null
  /** Whether the model starts speaking when the phase is entered; by default the agent's `speak`. */
  readonly speak?: boolean
  /** Whether the conversation stays in this phase: no transition leaves it. */
  readonly terminal?: boolean
}
