import type { JsonObject } from '../../../../ir/json.ts'
import type { Origin } from '../../../../ir/origin.ts'
import { fieldsLoss } from '../../../../target/left-behind.ts'
import type { Writer } from '../../../../target/writer.ts'

/**
 * Fields of each item type in openai 6.49.0 (`ResponseInputItem`). The API refuses an item with any other field. In the
 * SDK, the output of a local shell has only `id`, but the API also accepts `call_id` to find the output's call.
 */
const lines = [
  'file_search_call: id queries status results',
  'computer_call: id call_id pending_safety_checks status action actions',
  'computer_call_output: id call_id output acknowledged_safety_checks status',
  'web_search_call: id action status',
  'function_call_output: id call_id output caller status',
  'custom_tool_call_output: id call_id output caller',
  'tool_search_call: id call_id arguments execution status',
  'tool_search_output: id call_id tools execution status',
  'additional_tools: id role tools',
  'compaction: id encrypted_content',
  'image_generation_call: id result status',
  'code_interpreter_call: id code container_id outputs status',
  'local_shell_call: id call_id action status',
  'local_shell_call_output: id call_id output status',
  'shell_call: id call_id action caller environment status',
  'shell_call_output: id call_id output caller max_output_length status',
  'apply_patch_call: id call_id operation caller status',
  'apply_patch_call_output: id call_id output caller status',
  'mcp_list_tools: id server_label tools error',
  'mcp_approval_request: id name arguments server_label',
  'mcp_approval_response: id approval_request_id approve reason',
  'mcp_call: id name arguments server_label approval_request_id error output status',
  'reasoning: id summary content encrypted_content status',
  'compaction_trigger:',
  'item_reference: id',
  'program: id call_id code fingerprint',
  'program_output: id call_id result status',
]

const fieldsOf: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  lines.map(line => {
    const [type = '', fields = ''] = line.split(':')
    return [type, new Set(['type', ...fields.split(' ').filter(Boolean)])]
  }),
)

/** Returns an item without the fields that its type does not have. An item of an unknown type is returned unchanged. */
export function knownFields(item: JsonObject, type: string): JsonObject {
  const fields = fieldsOf.get(type)
  if (fields === undefined || Object.keys(item).every(key => fields.has(key))) return item
  return Object.fromEntries(Object.entries(item).filter(([key]) => fields.has(key)))
}

/** Reports the fields that were dropped from an item because its type does not have them. */
export function nameUnknownFields(writer: Writer, item: JsonObject, type: string, origin: Origin): void {
  const fields = fieldsOf.get(type)
  const lost = fields ? Object.keys(item).filter(key => !fields.has(key) && item[key] != null) : []
  if (lost.length === 0) return
  writer.note(fieldsLoss(lost, origin))
  writer.edit('fields-omitted')
}
