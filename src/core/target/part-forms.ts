import type { BlockItem, BlockRole } from '../ir/block.ts'
import type { Extra } from '../ir/extra.ts'
import type { FilePart } from '../ir/file.ts'
import type { JsonObject, JsonValue } from '../ir/json.ts'
import type { OpaquePart } from '../ir/opaque.ts'
import type { Part } from '../ir/part.ts'
import type { TargetName } from '../ir/target-name.ts'
import type { Options } from '../vendor/ai-sdk/rows/options.ts'
import type { VendorName } from '../vendor/rows/vendors.ts'

/** Facts about the block that contains a part. */
export interface Around {
  readonly target: TargetName
  readonly role: BlockRole
  /** Vendor's name of each provider tool, by the name under which the agent declares the tool. */
  readonly names: ReadonlyMap<string, string>
  /** Calls in an answer that the provider ran, by id; `results` contains their results. */
  readonly calls: ReadonlyMap<string, OpaquePart>
  readonly results: ReadonlyMap<string, OpaquePart>
  /** Approval requests in an answer for calls that the provider runs, and the responses to these requests. */
  readonly approvals: readonly OpaquePart[]
  /** Whether the vendor's server stores its answers. */
  readonly stores: boolean
  /**
   * Whether a message may be sent with its id. If the model reasons and the message has its id, the API also requires
   * the reasoning before the message (rule R3).
   */
  readonly mayBeStored: boolean
}

/** A part's options, converted to a vendor's API. */
export interface Formed {
  /** Converted part; absent if only the part's fields change. */
  readonly part?: Part
  /** Fields of the part on the wire. */
  readonly fields?: Readonly<Record<string, JsonValue | undefined>>
  /** Fields of the message in which the part is sent. */
  readonly envelope?: Readonly<Record<string, JsonValue | undefined>>
  /** Set if the vendor's own model made the part. At this place, the API accepts only such parts. */
  readonly isOwn?: true
  /** Names of the options and other fields that the conversion used. */
  readonly used: readonly string[]
}

/** Item of an API that replaces a part. */
export interface FormedItem {
  readonly part: OpaquePart | FilePart
  /** Keys of the item whose values come from the result of the call. */
  readonly ofResult?: readonly string[]
}

/** Options of a tool or of the instruction, converted to a vendor's API. */
export type HeadFields = Pick<Formed, 'fields' | 'used'>

/** Vendor's tool as its API declares it, and the name that the API uses in calls of the tool. */
export interface DeclaredVendorTool {
  readonly name: string
  readonly payload: JsonObject
}

/** Functions that convert parts of the AI SDK to one API. */
export interface PartForms {
  /** Vendor of the API, by its name in the AI SDK's own ids. */
  readonly owner: VendorName
  /** Returns the API's declaration of a provider tool; null if the API has no such tool. */
  declared?(id: string, args: JsonObject, name: string): DeclaredVendorTool | null
  /** Returns new fields for the parts that get the options of their whole message. */
  ofMessages?(items: readonly BlockItem[]): ReadonlyMap<BlockItem, Extra>
  /**
   * Returns a tool's options as fields of the API; absent if the API has none. `system` does this for instruction
   * texts.
   */
  tool?(options: Options): HeadFields
  system?(options: Options): HeadFields
  /** Returns a developer message's options as fields of the API; absent if the API has none. */
  message?(options: Options): JsonObject
  /** Returns a part's options, converted to the API. */
  options(part: Part, options: Options, around: Around): Formed
  /** Returns the items that replace a part of a type that ctxc does not read; null if the API has no equivalent. */
  item(part: OpaquePart, around: Around): readonly FormedItem[] | null
}

/** Creates an item of an API that replaces a part of the AI SDK. */
export const createApiItem = (
  format: TargetName,
  { model }: OpaquePart,
  type: string,
  payload: JsonObject,
): OpaquePart => ({ kind: 'opaque', format, type, payload, ...(model !== undefined && { model }) })

/** Returns the fields whose value is neither undefined nor null. */
export const definedFields = (fields: Readonly<Record<string, JsonValue | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))
