import type { PlacedSources } from '../beside/placed.ts'
import type { Searches } from '../beside/search.ts'
import type { Setup } from '../contract/setup.ts'
import type { History, Unlimited } from './choice.ts'
import type { Drafted } from './draft.ts'
import type { Windowed } from './run-window.ts'

/** Inputs of fitting a history. */
export interface FitInput {
  readonly choice: Unlimited
  /** Context blocks, all of them. */
  readonly sources: PlacedSources
  readonly kit: Kit
}

/** Other things that a request is made with. */
export interface Kit {
  readonly setup: Setup
  readonly recalled: Searches
  readonly folded: Readonly<Record<string, unknown>>
}

/** A history that was fitted, the request made of it, and the context blocks beside it. */
export interface FittedOnce {
  readonly history: History
  readonly drafted: Drafted
  readonly beside: PlacedSources
  /** The window passes of the program, and what they did; null where there are none. */
  readonly windowed: Windowed | null
}

/** A fitted history with the origins of the context blocks that had to be dropped. */
export interface Fitted extends FittedOnce {
  readonly left: readonly string[]
}
