import type { LiveState, Modifier, Predicate } from '../steering/modifier.ts'

/** Way from one phase to another. */
export interface Transition {
  /** Name of the phase that follows. */
  readonly to: string
  readonly when: Predicate
  /** Condition in words, for the model's navigation text. */
  readonly description?: string
}

/** Text, or a function of the state that writes it. */
export type StateText = string | ((state: LiveState) => string)

/** Part of a conversation with its own instruction, tools and ways out. */
export interface Phase {
  readonly name: string
  readonly instruction?: StateText
  readonly modifiers?: readonly Modifier[]
  /** Looked at in this order; the first one that holds, and whose phase may be entered, is taken. */
  readonly transitions?: readonly Transition[]
  /** Condition under which the phase may be entered by a transition. */
  readonly guard?: Predicate
  /** Names of the tools that the model may call in this phase; all if it is not given. */
  readonly tools?: readonly string[]
  /** State keys that the phase gathers. A key that is missing, null or an empty text is not gathered. */
  readonly needs?: readonly string[]
  /** Returns a text that the model gets once, on entry; null for none. */
  readonly onEnterContext?: (state: LiveState) => string | null
  /** Whether the model begins to speak on entry; the agent's `speak` if it is not given. */
  readonly speak?: boolean
  /** Whether no transition leaves the phase. */
  readonly terminal?: boolean
}
