import type { Tier } from '../ir/block.ts'
import type { Event } from '../ir/event.ts'
import type { Origin } from '../ir/origin.ts'
import type { Part } from '../ir/part.ts'
import type { Operation } from '../ir/policy.ts'
import type { Repeat } from '../ir/shape.ts'

/** Step of a compile that changes content on its way from the session to the request. */
export type Pass = LocalPass | FoldPass | WindowPass

/**
 * Pass that changes parts, one at a time. The pass must be pure, because its result for a part is cached until the
 * part's unit changes or is shown in another form. A local pass cannot add or remove parts, so that each call keeps its
 * result.
 */
export interface LocalPass {
  readonly kind: 'local'
  /** Name of the pass, unique in a schedule. */
  readonly name: string
  /** Returns the changed part. To leave the part unchanged, it returns the part itself. The inputs are frozen. */
  run(part: Part, at: PartPlace): Part
}

/** Place of a part, and the operations that the agent's policy applies to it. */
export interface PartPlace {
  readonly event: Event
  /** Index of the part in the event. */
  readonly index: number
  /** Operations of the policy for this part, in the order of the policy. */
  readonly operations: readonly Operation[]
  /** Repeated results whose content is sent elsewhere in the request, by the origin of the repeated part. */
  readonly repeated: ReadonlyMap<Origin, Repeat>
  /** Name, in the request, of the agent's tool that expands handles; null if there is none. */
  readonly expander: string | null
  /** Whether the part is the result of a tool that is declared as `external`. */
  readonly external: boolean
  /** Whether the part is a result for which the model asked by a handle, with a tool that expands handles. */
  readonly expanded: boolean
  /** Returns an upper bound of a text's tokens. */
  count(text: string): number
}

/**
 * Pass that folds all events into a state, each event once and in order. Window passes receive this state. `step`
 * returns a new state and must not change the given one. Events are frozen.
 */
export interface FoldPass<State = unknown> {
  readonly kind: 'fold'
  readonly name: string
  begin(): State
  step(state: State, event: Event): State
}

/**
 * Pass over everything that was chosen for the request. The pass returns the blocks to send instead. It may drop or
 * move units and add texts, but may not drop blocks with `must`. The compile fails if the resulting request is invalid
 * or over the budget.
 */
export interface WindowPass {
  readonly kind: 'window'
  readonly name: string
  run(blocks: readonly WindowBlock[], at: WindowPlace): readonly (WindowBlock | NewBlock)[]
}

/** Conversation unit or context block that was chosen for the request, or a text that an earlier window pass added. */
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

/** Text that a pass adds to the request. The text is sent as a user message between tags with the name of the pass. */
export interface NewBlock {
  readonly text: string
}

/** Input of a window pass in addition to the blocks. */
export interface WindowPlace {
  /** State that each fold pass computed, by the pass's name. */
  readonly folded: Readonly<Record<string, unknown>>
  /** Tokens left in the budget; null if there is no limit. */
  readonly left: number | null
}
