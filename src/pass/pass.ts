import type { Event } from '../ir/event.ts'
import type { Origin } from '../ir/origin.ts'
import type { Part } from '../ir/part.ts'
import type { Operation } from '../ir/policy.ts'
import type { Repeat } from '../ir/shape.ts'
import type { Tier } from '../ir/tier.ts'

/** A step on the way from a session to a request. */
export type Pass = LocalPass | FoldPass | WindowPass

/**
 * Shows parts otherwise, each by itself. It is pure: what it gives for a part is kept until the part's unit changes or is
 * shown in another way. Parts can be changed, not added or removed, so that calls keep their results.
 */
export interface LocalPass {
  readonly kind: 'local'
  /** Unique in a schedule. */
  readonly name: string
  /** The part as it is shown: the very same where nothing is to be done. What it is given is frozen. */
  run(part: Part, at: PartPlace): Part
}

/** Place of a part, and what the agent's policy asks for there. */
export interface PartPlace {
  readonly event: Event
  /** The part's place in the event. */
  readonly index: number
  /** Operations that the policy asks for, in its order. */
  readonly operations: readonly Operation[]
  /** Results that are told elsewhere, by the origin of their part. */
  readonly repeated: ReadonlyMap<Origin, Repeat>
  /** The agent's tool that takes handles, by the name that the model is told; null where it has none. */
  readonly expander: string | null
  /** The most tokens that a text may take. */
  count(text: string): number
}

/**
 * Gathers something over all events, each once and in order: a window pass is given what it came to. `step` gives a new
 * state and leaves the one that it is given as it is. Events are frozen.
 */
export interface FoldPass<State = unknown> {
  readonly kind: 'fold'
  readonly name: string
  begin(): State
  step(state: State, event: Event): State
}

/**
 * Looks at everything that was chosen for the request, and gives what is sent in its place: units may be left out, moved,
 * or joined by words of its own. What is never dropped must stay, and what it makes must be legal and inside the budget,
 * or the compile refuses it.
 */
export interface WindowPass {
  readonly kind: 'window'
  readonly name: string
  run(blocks: readonly WindowBlock[], at: WindowPlace): readonly (WindowBlock | NewBlock)[]
}

/** A unit, or words beside the history, as it was chosen. */
export interface WindowBlock {
  /** The id of the unit; `d:context.N` for words beside the history. */
  readonly id: string
  readonly author: string
  readonly tier: Tier
  /** It may not be left out. */
  readonly must: boolean
  /** The most tokens that it takes. */
  readonly tokens: number
}

/** Words that a pass puts in: a user's, between tags that name the pass. */
export interface NewBlock {
  readonly text: string
}

/** Input of a window pass besides the blocks. */
export interface WindowPlace {
  /** Result of each fold pass, by its name. */
  readonly folded: Readonly<Record<string, unknown>>
  /** Tokens that are left; null where nothing limits them. */
  readonly left: number | null
}
