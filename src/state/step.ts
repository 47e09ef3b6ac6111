import type { Diagnostic } from '../diag/diagnostic.ts'
import type { StateDelta } from '../ir/event.ts'
import type { State } from '../session/state.ts'
import type { StepData } from './data.ts'
import type { KeyFlow } from './flow.ts'

/** Facts that a step may know besides the state. */
export interface StepAbout {
  /** The text of the last user message; null before there is one. */
  readonly lastUserText: string | null
}

/** Sources that the value of a key was really made from, in one run. */
export interface KeyOrigin {
  readonly key: string
  /** Keys of the state before the run. */
  readonly from: readonly string[]
  /** Whether the user's last message is in it. */
  readonly user: boolean
}

/** Outcome of one run. */
export interface StepOutcome {
  /** Whether it did what it says; if not, nothing is changed, and a diagnostic of level error says why. */
  readonly ok: boolean
  /** Everything that changes: no key is in both. */
  readonly delta: Required<StateDelta>
  readonly diagnostics: readonly Diagnostic[]
  /** The keys that were there and were looked at, by functions too. */
  readonly reads: readonly string[]
  /** For each key that is set, what its value was made from. */
  readonly origins: readonly KeyOrigin[]
}

/**
 * A pure change of a session's state. The types say which keys have to be there for all of it to happen (`Reads`), which
 * are there afterwards (`Writes`), which are not (`Removes`), and which of the others stay (`Keeps`).
 */
export interface StateStep<
  Reads extends string = string,
  Writes extends string = string,
  Removes extends string = string,
  Keeps extends string = string,
> {
  readonly kind: 'state'
  /** As in `S`: `pick`, `rename`, `pipe`, … */
  readonly name: string
  /** Reads and changes of keys, in order; a pipe has those of its steps. */
  readonly flow: readonly KeyFlow[]
  /** Arguments that it was made from, as data; null where one of them is a function. */
  readonly data: StepData | null
  /** Says what changes; changes nothing itself, and never throws. */
  run(state: State, about: StepAbout): StepOutcome
  /** Only a type: there is no such field. */
  readonly '~keys'?: {
    readonly reads: Reads
    readonly writes: Writes
    readonly removes: Removes
    readonly keeps: Keeps
  }
}

/** Whether a value is a step. */
export function isStateStep(value: unknown): value is StateStep {
  const step = value as Partial<StateStep> | null | undefined
  return typeof step === 'object' && step?.kind === 'state' && typeof step.run === 'function'
}
