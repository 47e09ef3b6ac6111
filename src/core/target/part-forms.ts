import type { BlockItem, BlockRole } from '../ir/block.ts'
import type { Extra } from '../ir/extra.ts'
import type { FilePart } from '../ir/file.ts'
import type { JsonObject, JsonValue } from '../ir/json.ts'
import type { OpaquePart } from '../ir/opaque.ts'
import type { Part } from '../ir/part.ts'
import type { TargetName } from '../ir/target-name.ts'
import type { Options } from '../vendor/ai-sdk/rows/options.ts'
import type { VendorName } from '../vendor/rows/vendors.ts'

/** Facts about the block that holds a part. */
export interface Around {
  readonly target: TargetName
  readonly role: BlockRole
  /** Vendor's names of the provider tools that the agent declares under names of its own. */
  readonly names: ReadonlyMap<string, string>
  /** Calls of an answer that the provider ran, and their results, by id. */
  readonly calls: ReadonlyMap<string, OpaquePart>
  readonly results: ReadonlyMap<string, OpaquePart>
  /** Approval requests for those calls in an answer, and the responses to them. */
  readonly approvals: readonly OpaquePart[]
  /** Whether the vendor's server stores its answers. */
  readonly stores: boolean
  /**
   * Whether a message may be sent with its id: for a model that reasons, the reasoning before it must be sent too (R3).
   */
  readonly mayBeStored: boolean
}

/** Form of a part's options in a vendor's API. */
export interface Formed {
  /** The part, if more of it changes than its fields. */
  readonly part?: Part
  /** Fields of the part on the wire. */
  readonly fields?: Readonly<Record<string, JsonValue | undefined>>
  /** Fields of the message that the part becomes. */
  readonly envelope?: Readonly<Record<string, JsonValue | undefined>>
  /** Set if the vendor's model made the part: its API takes no other there. */
  readonly isOwn?: true
  /** Options, or fields beside them, that this form is made of. */
  readonly used: readonly string[]
}

/** An item that replaces a part. */
export interface FormedItem {
  readonly part: OpaquePart | FilePart
  /** Keys of the item whose values come from the result of the call. */
  readonly ofResult?: readonly string[]
}

/** Form of the options of a tool, or of the instruction, in a vendor's API. */
export type HeadFields = Pick<Formed, 'fields' | 'used'>

/** A vendor's tool as its API declares it, and the name that the API gives its calls. */
export interface DeclaredVendorTool {
  readonly name: string
  readonly payload: JsonObject
}

/** Functions that convert parts of the AI SDK to one API. */
export interface PartForms {
  /** Vendor of the API, by its name in the AI SDK's own ids. */
  readonly owner: VendorName
  /** Returns how the API declares a provider's tool; null if it has no such tool. */
  declared?(id: string, args: JsonObject, name: string): DeclaredVendorTool | null
  /** Returns new fields for parts that take options of their whole message. */
  ofMessages?(items: readonly BlockItem[]): ReadonlyMap<BlockItem, Extra>
  /** Returns fields of a tool, or of a text of the instruction; absent if the API knows none of their options. */
  tool?(options: Options): HeadFields
  system?(options: Options): HeadFields
  /** Returns the fields of a developer's message for the options of the message; absent if the API has none. */
  message?(options: Options): JsonObject
  /** Returns the form of a part's options. */
  options(part: Part, options: Options, around: Around): Formed
  /** Returns the items that replace a part which is not read here; null if the API has no form for it. */
  item(part: OpaquePart, around: Around): readonly FormedItem[] | null
}

/** Creates an item of an API that replaces a part of the AI SDK. */
export const itemOf = (
  format: TargetName,
  { model }: OpaquePart,
  type: string,
  payload: JsonObject,
): OpaquePart => ({ kind: 'opaque', format, type, payload, ...(model !== undefined && { model }) })

/** Returns the fields that have a value. */
export const definedFields = (fields: Readonly<Record<string, JsonValue | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))
