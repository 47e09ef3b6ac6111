import type { ToolCallPart } from './call.ts'
import type { Extra } from './extra.ts'
import type { Origin, Run } from './origin.ts'
import type { Part } from './part.ts'
import type { ToolResultPart } from './result.ts'
import type { Stability, Tier } from './tier.ts'
import type { Trust } from './trust.ts'

/** Role of a block's speaker. */
export type BlockRole = 'user' | 'model' | 'developer'

/** A part and where it came from. */
export interface Placed<P extends Part = Part> {
  readonly part: P
  readonly origin: Origin
  /** The event it is a part of. */
  readonly seq: number
  /** Pieces of a text made of several sources. */
  readonly runs?: readonly Run[]
  /** The event's own wire fields. */
  readonly envelope?: Extra
  /** Keys of a provider's own item whose values another part brought. */
  readonly elsewhere?: Readonly<Record<string, Origin>>
}

/** A call, the id it may have on the wire, and its answer. */
export interface PairedCall extends Placed<ToolCallPart> {
  /** The provider's id where this call was the first to carry it; null where it must go under `derivedId`. */
  readonly givenId: string | null
  /** A deterministic id that is legal on every target. */
  readonly derivedId: string
  /** Its answer; one made up where none was recorded. */
  readonly result: Placed<ToolResultPart>
}

/** A piece of a block, in the order in which it was said. */
export type BlockItem = Placed | PairedCall

/** Whether an item is a call with its answer. */
export function isCall(item: BlockItem): item is PairedCall {
  return 'result' in item
}

/** A unit made ready for a target: repaired, paired, its ids decided. */
export interface Block {
  /** The unit's ordinal in the session. */
  readonly unit: number
  readonly id: string
  readonly role: BlockRole
  readonly tier: Tier
  readonly stability: Stability
  readonly trust: Trust
  /** The response, the message: parts and calls in order. */
  readonly items: readonly BlockItem[]
  /** The calls among the items, in the order in which their answers came; unanswered ones last. */
  readonly answers: readonly PairedCall[]
}
