import type { Tier } from '../ir/block.ts'
import type { Event } from '../ir/event.ts'
import type { Origin } from '../ir/origin.ts'
import type { Part } from '../ir/part.ts'
import type { Operation } from '../ir/policy.ts'
import type { Repeat } from '../ir/shape.ts'

/** Step of a compile that changes content on its way from the session to the request. */
export type Pass = LocalPass | FoldPass | WindowPass

/**
 * Pass that changes parts, one at a time. It must be pure: its result for a part is cached until the part's unit
 * changes or is shown in another form. It can change parts, but not add or remove them, so that calls keep their
 * results.
 */
export interface LocalPass {
  readonly kind: 'local'
  /** Name, unique in a schedule. */
  readonly name: string
  /** Returns the changed part, or the part itself to leave it unchanged. The inputs are frozen. */
  run(part: Part, at: PartPlace): Part
}

/** Place of a part, and the operations that the agent's policy applies to it. */
export interface PartPlace {
  readonly event: Event
  /** Index of the part in the event. */
  readonly index: number
  /** Operations of the policy for this part, in the order of the policy. */
  readonly operations: readonly Operation[]
  /** Repeated results whose content is sent elsewhere in the request, by the origin of their part. */
  readonly repeated: ReadonlyMap<Origin, Repeat>
  /** Name, in the request, of the agent's tool that expands handles; null for none. */
  readonly expander: string | null
  /** Whether the part is the result of a tool that is declared as `external`. */
  readonly external: boolean
  /** Returns an upper bound of a text's tokens. */
  count(text: string): number
}

/**
 * Pass that folds all events into a state, each event once and in order. Window passes receive the state. `step`
 * returns a new state and must not change the given one. Events are frozen.
 */
export interface FoldPass<State = unknown> {
  readonly kind: 'fold'
  readonly name: string
  begin(): State
  step(state: State, event: Event): State
}

/**
 * Pass over everything that was chosen for the request. It returns the blocks to send instead: it may drop or move
 * units, and add texts of its own. Blocks with `must` have to stay, and the resulting request must be valid and within
 * the budget, or the compile fails.
 */
export interface WindowPass {
  readonly kind: 'window'
  readonly name: string
  run(blocks: readonly WindowBlock[], at: WindowPlace): readonly (WindowBlock | NewBlock)[]
}

/** A chosen unit or context block, or a text that an earlier window pass added. */
export interface WindowBlock {
  /** Id of the unit, `d:context.N` for a context block, or `d:passes.NAME.N` for an added text. */
  readonly id: string
  readonly author: string
  readonly tier: Tier
  /** Whether the block must not be dropped. */
  readonly must: boolean
  /** Upper bound of the block's tokens. */
  readonly tokens: number
}

/** Text that a pass adds. It is sent as a user message between tags with the name of the pass. */
export interface NewBlock {
  readonly text: string
}

/** Input of a window pass, apart from the blocks. */
export interface WindowPlace {
  /** State of each fold pass, by name. */
  readonly folded: Readonly<Record<string, unknown>>
  /** Tokens left in the budget; null if nothing limits them. */
  readonly left: number | null
}
