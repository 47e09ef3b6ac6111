import { isObject } from '../../../../ir/json.ts'

/** Types of items that only the Agents SDK has. */
const ownTypes: ReadonlySet<unknown> = new Set([
  'function_call_result',
  'computer_call_result',
  'hosted_tool_call',
])

/** Whether a content part has an image, file or audio under the Agents SDK's name, or the SDK's `providerData`. */
function isOwnPiece(piece: unknown): boolean {
  if (!isObject(piece)) return false
  const { type, image, file, audio, providerData } = piece
  if (type === 'input_image') return image !== undefined
  if (type === 'input_file') return file !== undefined
  if (type === 'image' || type === 'audio') return typeof (image ?? audio) === 'string'
  return type === 'output_text' && isObject(providerData)
}

/** Whether only the Agents SDK has an item of this form. Many of its items have the form of the Responses API. */
export function isAgentsItem(value: unknown): boolean {
  if (!isObject(value)) return false
  const { type, role, callId, call_id, content, summary, encrypted_content } = value
  if (ownTypes.has(type)) return true
  if (callId !== undefined) return call_id === undefined
  const pieces = Array.isArray(content) ? content : []
  if (type === 'reasoning') {
    const isWire = pieces.some(piece => isObject(piece) && piece.type === 'reasoning_text')
    return Array.isArray(content) && summary === undefined && encrypted_content === undefined && !isWire
  }
  if (type === 'unknown') return isObject(value.providerData)
  return typeof role === 'string' && value.tool_calls === undefined && pieces.some(isOwnPiece)
}
