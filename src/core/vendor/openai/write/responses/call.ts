import type { PairedCall } from '../../../../ir/block.ts'
import type { ToolCallPart } from '../../../../ir/call.ts'
import type { Native } from '../../../../ir/extra.ts'
import { isObject, type JsonObject } from '../../../../ir/json.ts'
import { prepareCall } from '../../../../target/call.ts'
import type { Writer } from '../../../../target/writer.ts'
import { safeString } from '../../../../text/reason.ts'
import { isOwnId } from '../../rows/items.ts'
import { plainTextAsString } from '../shared/pieces.ts'
import { inputContent } from './content.ts'
import { knownFields } from './item-fields.ts'
import { isLegalCallId } from './legal-id.ts'
import type { InputContent, InputItem } from './request.ts'

const format = 'openai'

/** Writes a call, and returns its id, which the call's output must name. */
export function writeCall(writer: Writer, call: PairedCall, items: InputItem[], anonymous: boolean): string {
  const { part, origin } = call
  const { id: callId, name, arguments: read } = prepareCall(writer, call, isLegalCallId)
  if (isBuiltIn(call)) {
    const item = writer.copyAnswerItem(builtInHalf(part.native), origin) as { id?: unknown }
    if (anonymous || !isOwnId(item.id, '')) delete item.id
    items.push(Object.assign(item, { call_id: callId }) as InputItem)
    return callId
  }
  const { id, ...fields } = part.extra?.format === format ? part.extra.fields : {}
  const own = isOwnId(id, isFreeform(part) ? 'ctc' : 'fc') && !anonymous ? { id } : {}
  if (isFreeform(part)) {
    const item = writer.recordOrigin(
      { type: 'custom_tool_call', call_id: callId, name, input: '', ...own } as const,
      origin,
    )
    writer.putArgumentsText(item, 'input', part.arguments, origin)
    writer.copyExtraFields(item, { format, fields }, format)
    items.push(item as InputItem)
    return callId
  }
  const item = writer.recordOrigin(
    { type: 'function_call', call_id: callId, name, arguments: '', ...own } as const,
    origin,
  )
  writer.putArgumentsText(item, 'arguments', read().text, origin)
  writer.copyExtraFields(item, { format, fields }, format)
  items.push(item as InputItem)
  return callId
}

/**
 * Whether a call is sent as the call of a custom tool, whose input is text. If the call's input is not text, the call
 * and its output are sent as those of a function.
 */
const isFreeform = (part: ToolCallPart): part is ToolCallPart & { readonly arguments: string } =>
  part.freeform === true && typeof part.arguments === 'string'

/** Checks that a built-in tool's result is complete, by call type. Source: openai 6.49.0 `ResponseInputItem`. */
const wholeAnswers: Readonly<Record<string, (answer: JsonObject) => boolean>> = {
  computer_call: ({ output }) => isObject(output),
  local_shell_call: ({ output }) => typeof output === 'string',
  shell_call: ({ output }) => Array.isArray(output),
  apply_patch_call: ({ status }) => typeof status === 'string',
}

/**
 * Whether a built-in tool's call is sent back unchanged. This needs a complete result, because no placeholder result is
 * possible.
 */
function isBuiltIn({ part, result }: PairedCall): boolean {
  if (part.native?.format !== format || result.part.native?.format !== format) return false
  const { type, action, actions, operation } = part.native.payload
  const answer = result.part.native.payload
  return (
    (isObject(action) || Array.isArray(actions) || isObject(operation)) &&
    answer.type === `${safeString(type)}_output` &&
    wholeAnswers[safeString(type)]?.(answer) === true
  )
}

/** Returns a built-in tool's call or result in its original form, with only the fields that its type has. */
const builtInHalf = (native: Native | undefined): JsonObject =>
  knownFields(native?.payload ?? {}, safeString(native?.payload.type))

/**
 * Writes the output of a call. The API has no field that marks a failed call, so the text says that the call failed.
 */
export function writeOutput(writer: Writer, call: PairedCall, callId: string): InputItem {
  const { part, origin, seq } = call.result
  if (isBuiltIn(call)) {
    const { id, ...half } = builtInHalf(part.native)
    // Two items must not have the same id, but a result may repeat the id of its call.
    const own = id === undefined || id === call.part.native?.payload.id || id === part.id ? {} : { id }
    return Object.assign(writer.copyCallerItem({ ...half, ...own }, origin), { call_id: callId }) as InputItem
  }
  const type = isFreeform(call.part) ? 'custom_tool_call_output' : 'function_call_output'
  const item = writer.recordOrigin(
    { type, call_id: callId, output: '' as string | InputContent[] } as const,
    origin,
  )
  const pieces = part.content.map(content => {
    const placed = { part: content, origin, seq }
    return inputContent(writer, placed)
  })
  ;(item as { output: string | InputContent[] }).output =
    pieces.length === 0 ? '' : (plainTextAsString(writer, item, 'output', pieces) ?? pieces)
  writer.copyExtraFields(item, part.extra, format)
  return item as InputItem
}
