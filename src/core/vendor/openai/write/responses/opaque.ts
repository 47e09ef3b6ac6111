import type { OpaqueLoss } from '../../../../diag/opaque.ts'
import { isObject, type JsonObject } from '../../../../ir/json.ts'
import type { OpenAIRules } from '../../../../ir/model.ts'
import type { OpaquePart } from '../../../../ir/opaque.ts'
import type { ReasoningPart } from '../../../../ir/reasoning.ts'
import { hasBrokenSeal } from '../../../../target/seals.ts'
import type { Setting, UnitOptions } from '../../../../target/target.ts'
import { isNewType } from '../../../../target/wire-types.ts'
import { safeString } from '../../../../text/reason.ts'
import { isWellFormedJson } from '../../../../text/well-formed.ts'
import { isOwnId } from '../../rows/items.ts'
import { readsReasoning } from '../shared/models.ts'
import { knownFields } from './item-fields.ts'

/** Types of OpenAI-specific items that are sent back unchanged. */
const replayed = new Set([
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'image_generation_call',
  'mcp_call',
  'mcp_list_tools',
  'mcp_approval_request',
  'mcp_approval_response',
  'tool_search_call',
  'tool_search_output',
  'additional_tools',
  'program',
  'program_output',
  'item_reference',
  'compaction',
  'configuration_update',
  'compaction_trigger',
  // Outputs whose call is stored only at the server.
  'function_call_output',
  'custom_tool_call_output',
  'computer_call_output',
  'local_shell_call_output',
  'shell_call_output',
  'apply_patch_call_output',
])

/** Function that returns the reason why an item of one type cannot be sent; null if it can. */
type Refusal = (payload: JsonObject, setting: Setting<OpenAIRules>, options: UnitOptions) => OpaqueLoss | null

/** Types of calls that the server runs and to which it adds the result. */
const serverCalls = [
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'image_generation_call',
  'mcp_call',
]

/**
 * Values of a call's `status` that mean that the server is still running the call. Source: openai 6.49.0
 * `ResponseInputItem`.
 */
const atWork: ReadonlySet<unknown> = new Set([
  'in_progress',
  'searching',
  'interpreting',
  'generating',
  'calling',
])

/** Whether a server-tool call has no result yet: it is still running, or its image has no bytes (rule R22). */
export const isUnfinished = ({ type, status, result }: Readonly<Record<string, unknown>>): boolean =>
  type === 'image_generation_call'
    ? typeof result !== 'string' || result === ''
    : serverCalls.includes(String(type)) && atWork.has(status)

/** Checks that decide whether an item can be sent, for the item types that need a check. */
const refusals: ReadonlyMap<string, Refusal> = new Map<string, Refusal>([
  [
    'item_reference',
    payload => {
      const id = safeString(payload.id ?? '')
      // Rule R9: a call that is sent by reference shows no call id, so no output could be matched with the call.
      return id === '' || id.startsWith('fc_') || id.startsWith('rs_') ? 'missing reference' : null
    },
  ],
  [
    'compaction',
    ({ encrypted_content: sealed }) =>
      typeof sealed === 'string' && sealed !== '' ? null : 'no sealed content',
  ],
  [
    'configuration_update',
    (_, { facts, agent }) => {
      if (!facts.rules.configurationUpdate) return 'unknown to the model'
      return shortensInput(agent.extra?.fields) ? 'automatic truncation' : null
    },
  ],
  ['compaction_trigger', (_, __, { last }) => (last ? null : 'not last')],
  ...serverCalls.map((type): [string, Refusal] => [
    type,
    (payload, { agent }) =>
      agent.extra?.fields.store === false && isUnfinished(payload) ? 'never stored' : null,
  ]),
])

/**
 * Returns why an OpenAI-specific item cannot be sent; null if it can. An item of an unknown type comes from a newer
 * API, so it is sent back in its original place.
 */
export function whyOpenAIItemUnsendable(
  part: OpaquePart,
  setting: Setting<OpenAIRules>,
  options: UnitOptions,
): OpaqueLoss | null {
  const { type, payload } = part
  if (!isObject(payload) || payload.type !== type) return 'misplaced'
  const isUsers = isUserMessage(part)
  if (!replayed.has(type) && !isNewType(type) && !isUsers) return 'misplaced'
  // An item with a role is a message. It could claim the developer's role, so it is not sent.
  if (payload.role !== undefined && !replayed.has(type) && !isUsers) return 'misplaced'
  if (hasBrokenSeal(payload)) return 'broken seal'
  if (!isReadable(part, setting)) return 'other model family'
  return refusals.get(type)?.(payload, setting, options) ?? null
}

/** Whether an item is a user's message, as `/responses/compact` returns it before its compaction. */
export const isUserMessage = ({ type, payload }: OpaquePart): boolean =>
  type === 'message' && payload.role === 'user'

/**
 * Whether the target's model can read an item's encrypted content. Only models of the family that made the content can
 * read it, as with reasoning (rule R5). An item that names no model is treated as the target model's own.
 */
const isReadable = ({ model, payload }: OpaquePart, setting: Setting<OpenAIRules>): boolean =>
  model === undefined ||
  typeof payload.encrypted_content !== 'string' ||
  readsReasoning(setting.facts, setting.model, model)

/**
 * Whether a request lets the server drop input from its beginning (rule R10). A compaction keeps configuration
 * updates.
 */
export const shortensInput = (request: Readonly<Record<string, unknown>> | undefined): boolean =>
  request?.truncation === 'auto'

/** Returns an OpenAI-specific item that can be sent back. An item of a known type has only the fields of this type. */
export const replayedItem = ({ type, payload }: OpaquePart): JsonObject =>
  type === 'item_reference' ? { type, id: safeString(payload.id) } : knownFields(payload, type)

/** Whether a part is a content part of a user's message with a type that is newer than the tables. */
export const whyContentPartUnsendable = ({ inline, type, payload }: OpaquePart): boolean =>
  inline === true && isObject(payload) && payload.type === type && isNewType(type)

const isSummary = (piece: unknown): boolean =>
  isObject(piece) && piece.type === 'summary_text' && typeof piece.text === 'string'

/** Returns a reasoning item with only the fields of its type; null if the API would refuse it. */
export function reasoningItem({ native }: ReasoningPart, stored: boolean): JsonObject | null {
  const payload = native?.payload
  if (!isObject(payload) || !Array.isArray(payload.summary) || !payload.summary.every(isSummary)) return null
  const sealed = typeof payload.encrypted_content === 'string' && payload.encrypted_content !== ''
  const known = isOwnId(payload.id, 'rs')
  // Without encrypted content, the item is valid only if the server stored it (rule R4).
  if (!sealed && !(known && stored)) return null
  if (payload.id !== undefined && !known) return null
  if (!isWellFormedJson(payload)) return null
  const kept = Object.entries(knownFields(payload, 'reasoning')).filter(([, value]) => value != null)
  return Object.fromEntries(kept)
}
