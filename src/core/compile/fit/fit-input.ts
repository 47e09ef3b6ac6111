import type { PlacedSources } from '../beside/placed.ts'
import type { Searches } from '../beside/search.ts'
import type { Setup } from '../contract/setup.ts'
import type { History, Unlimited } from './choice.ts'
import type { Drafted } from './draft.ts'
import type { Floor } from './provider-compaction.ts'
import type { Windowed } from './run-window.ts'

/** Inputs for fitting a history into the room. */
export interface FitInput {
  readonly choice: Unlimited
  /**
   * Returns the provider's compaction from which the history begins, under the current limits of the policy; null if
   * there is none.
   */
  readonly floorOf: () => Floor | null
  /** All context blocks, before any is dropped. */
  readonly sources: PlacedSources
  readonly kit: Kit
}

/** Setup, searches and fold results needed to fit a history. */
export interface Kit {
  readonly setup: Setup
  /** Searches of the agent's policy; null if the policy has none. */
  readonly recalled: Searches | null
  readonly folded: Readonly<Record<string, unknown>>
}

/** History that was fitted into the room, with its request and its context blocks. */
export interface FittedOnce {
  readonly history: History
  readonly drafted: Drafted
  readonly beside: PlacedSources
  /** Result of the program's window passes; null if there are none. */
  readonly windowed: Windowed | null
}

/** History that was fitted into the room, with the origins of the context blocks that had to be dropped. */
export interface Fitted extends FittedOnce {
  readonly left: readonly string[]
}
