import type { BlockItem, BlockRole } from '../../ir/block.ts'
import type { Extra } from '../../ir/extra.ts'
import type { FilePart } from '../../ir/file.ts'
import type { JsonObject, JsonValue } from '../../ir/json.ts'
import type { OpaquePart } from '../../ir/opaque.ts'
import type { Part } from '../../ir/part.ts'
import type { TargetName } from '../../ir/target-name.ts'
import type { VendorName } from '../vendors.ts'
import type { Options } from './options.ts'

/** Facts of the block that a part stands in. */
export interface Around {
  readonly target: TargetName
  readonly role: BlockRole
  /** A vendor's name of each provider tool that the agent declares under a name of its own. */
  readonly names: ReadonlyMap<string, string>
  /** Calls of an answer that the provider ran, and their results, by id. */
  readonly calls: ReadonlyMap<string, OpaquePart>
  readonly results: ReadonlyMap<string, OpaquePart>
  /** Requests for approval of those calls in an answer, and the answers to them. */
  readonly approvals: readonly OpaquePart[]
  /** Whether the vendor's server keeps what it answers. */
  readonly stores: boolean
  /** Whether a message may be known by its id: a model that reasons wants the reasoning before it too (R3). */
  readonly mayBeStored: boolean
}

/** The form that a vendor's API has for the options of a part. */
export interface Formed {
  /** The part, where more of it changes than its fields. */
  readonly part?: Part
  /** Fields of the part on the wire. */
  readonly fields?: Readonly<Record<string, JsonValue | undefined>>
  /** Fields of the message that the part is. */
  readonly envelope?: Readonly<Record<string, JsonValue | undefined>>
  /** It is what a model of the vendor's made, which its API takes where it takes no other. */
  readonly isOwn?: true
  /** The options, or fields beside them, that this is made of. */
  readonly used: readonly string[]
}

/** An item that stands for a part. */
export interface FormedItem {
  readonly part: OpaquePart | FilePart
  /** Keys of it whose values the result of the call brought. */
  readonly ofResult?: readonly string[]
}

/** The form that a vendor's API has for the options of a tool, or of the instruction. */
export type HeadFields = Pick<Formed, 'fields' | 'used'>

/** A vendor's tool as its API declares it, and the name that the API gives its calls. */
export interface Declared {
  readonly name: string
  readonly payload: JsonObject
}

/** Functions that make parts of one API of the parts of the AI SDK. */
export interface PartForms {
  /** Vendor whose API it is, by the name that the AI SDK's own ids have for it. */
  readonly owner: VendorName
  /** Returns how the API declares a provider's tool; none where it has no such tools. */
  declared?(id: string, args: JsonObject, name: string): Declared | null
  /** The fields of parts that bear options of their whole message. */
  ofMessages?(items: readonly BlockItem[]): ReadonlyMap<BlockItem, Extra>
  /** Fields of a tool, and of a text of the instruction; none where the API knows no option of theirs. */
  tool?(options: Options): HeadFields
  system?(options: Options): HeadFields
  /** Returns the form of a part's options there. */
  options(part: Part, options: Options, around: Around): Formed
  /** The items that stand there for a part which is not read here; null for one that has no form there. */
  item(part: OpaquePart, around: Around): readonly FormedItem[] | null
}

/** An item of an API that stands for a part of the AI SDK. */
export const itemOf = (
  format: TargetName,
  { model }: OpaquePart,
  type: string,
  payload: JsonObject,
): OpaquePart => ({ kind: 'opaque', format, type, payload, ...(model !== undefined && { model }) })

/** The fields that hold something. */
export const given = (fields: Readonly<Record<string, JsonValue | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))
