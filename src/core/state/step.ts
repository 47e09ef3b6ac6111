import type { Diagnostic } from '../diag/diagnostic.ts'
import type { StateDelta } from '../ir/event.ts'
import type { Trust } from '../ir/trust.ts'
import type { State } from '../session/state.ts'
import type { StepData } from './data.ts'
import type { KeyFlow } from './flow.ts'

/** Facts that a step may read, apart from the state. */
export interface StepAbout {
  /** Text of the last user message; null if there is none. */
  readonly lastUserText: string | null
}

/** Sources from which a key's value was made in one run of a step. */
export interface KeyOrigin {
  readonly key: string
  /** Keys of the state before the run. */
  readonly from: readonly string[]
  /** Whether the user's last message is a source. */
  readonly user: boolean
  /** Trust of all other sources: those that are neither keys nor the user's last message. */
  readonly trust?: Trust
}

/** Outcome of one run of a step. */
export interface StepOutcome {
  /** Whether the step succeeded; if not, nothing changes, and a diagnostic of level error gives the reason. */
  readonly ok: boolean
  /** All changes; no key is both set and deleted. */
  readonly delta: Required<StateDelta>
  readonly diagnostics: readonly Diagnostic[]
  /** Existing keys that the step read, including reads by its functions. */
  readonly reads: readonly string[]
  /** Sources of the value of each key that is set. */
  readonly origins: readonly KeyOrigin[]
}

/**
 * A pure change of a session's state. The type lists the keys that must exist (`Reads`), that exist afterwards
 * (`Writes`), that are absent afterwards (`Removes`), and the other keys that are kept (`Keeps`).
 */
export interface StateStep<
  Reads extends string = string,
  Writes extends string = string,
  Removes extends string = string,
  Keeps extends string = string,
> {
  readonly kind: 'state'
  /** Name of the step's function in `S`: `pick`, `rename`, `pipe`, … */
  readonly name: string
  /** Reads and changes of keys, in order; a pipe has the entries of all its steps. */
  readonly flow: readonly KeyFlow[]
  /** Arguments of the step as plain data; null if one of them is a function. */
  readonly data: StepData | null
  /** Returns the changes without applying them; never throws. */
  run(state: State, about: StepAbout): StepOutcome
  /** Phantom field with type information; no value has it. */
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
