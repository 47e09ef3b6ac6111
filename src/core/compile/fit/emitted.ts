import type { FindingNote } from '../../diag/collect.ts'
import type { Fragment } from '../../target/target.ts'
import type { Thoughts } from '../loss/thoughts.ts'
import type { Passing } from './one-turn.ts'

/**
 * Fragment of a request that contains one conversation unit, with the notes that were made while the unit was prepared.
 */
export interface Emitted extends Fragment {
  readonly ordinal: number
  readonly notes: readonly FindingNote[]
  /** Whether the model reasoned in this unit, even if its reasoning is not sent. */
  readonly thinks: boolean
  /**
   * Whether the unit may contain a second model call. It is then unknown which content the unit's reasoning followed.
   */
  readonly unsure: boolean
  /** Reasoning that the agent's model wrote in this unit, by event. */
  readonly thoughts: readonly Thoughts[]
  /** Changes that operations and passes made to the unit. */
  readonly shape: ShownShape
  /**
   * State of a text that is valid for one turn only. It is set if the vendor's server does not hide the text after that
   * turn.
   */
  readonly passing?: Passing
}

/** Changes that operations and passes made to a unit, in a form that can be compared with an earlier request. */
export interface ShownShape {
  /** Rank of the clause that decides the changes. */
  readonly rank: number
  /** Name of each change, with the sequence number of the first event that it changed. */
  readonly changes: readonly (readonly [name: string, seq: number])[]
}
