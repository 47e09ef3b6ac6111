import type { ToolCallPart } from './call.ts'
import type { Extra } from './extra.ts'
import type { Origin, Run } from './origin.ts'
import type { Part } from './part.ts'
import type { ToolResultPart } from './result.ts'
import type { Trust } from './trust.ts'

/** Importance of a block: `critical` is never dropped, `archive` is never sent. */
export type Tier = 'critical' | 'important' | 'supplementary' | 'archive'

/** Length of time for which a block's bytes stay unchanged. The layout puts the most stable blocks first. */
export type Stability = 'static' | 'session' | 'turn' | 'volatile'

/** Role of a block's author. */
export type BlockRole = 'user' | 'model' | 'developer'

/** A part, with its origin in the session. */
export interface Placed<P extends Part = Part> {
  readonly part: P
  readonly origin: Origin
  /** Sequence number (seq) of the event that contains the part. */
  readonly seq: number
  /** Pieces of a text that comes from several sources. */
  readonly runs?: readonly Run[]
  /** Imported wire fields of the message from which the event was read. */
  readonly envelope?: Extra
  /** Keys of a provider-specific item whose values come from another part, each with the origin of its value. */
  readonly elsewhere?: Readonly<Record<string, Origin>>
}

/** A tool call with its result and the ids that it may have on the wire. */
export interface PairedCall extends Placed<ToolCallPart> {
  /** The provider's id, if this is the first call with the id. Null if the call must be sent with `derivedId`. */
  readonly givenId: string | null
  /** A deterministic id that every target accepts. */
  readonly derivedId: string
  /** Result of the call; a placeholder result if none was recorded. */
  readonly result: Placed<ToolResultPart>
}

/** A part or a call in a block. Items are in the order of the conversation. */
export type BlockItem = Placed | PairedCall

/** Whether an item is a call with its result. */
export function isCall(item: BlockItem): item is PairedCall {
  return 'result' in item
}

/** Whether all items are texts without a provider's fields or signatures. Every target accepts such texts. */
export const areTexts = (items: readonly BlockItem[]): boolean =>
  items.every(
    ({ part, envelope }) =>
      envelope === undefined && part.kind === 'text' && part.extra === undefined && part.seal === undefined,
  )

/** A unit prepared for a target: repaired, with calls and results in pairs, and with ids chosen. */
export interface Block {
  /** The unit's ordinal in the session. */
  readonly unit: number
  readonly id: string
  readonly role: BlockRole
  readonly tier: Tier
  readonly stability: Stability
  readonly trust: Trust
  /** Parts and calls of the response or message, in order. */
  readonly items: readonly BlockItem[]
  /** The calls among the items, in order. Their results are sent in this order, whichever call finished first. */
  readonly answers: readonly PairedCall[]
}
