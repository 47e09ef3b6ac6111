import { isObject } from '../../ir/json.ts'

/** Types that only the framework has. */
const ownTypes: ReadonlySet<unknown> = new Set([
  'function_call_result',
  'computer_call_result',
  'hosted_tool_call',
])

/** Whether a piece has its picture, file or sound under the name that the framework has for it, or annotations. */
function isOwnPiece(piece: unknown): boolean {
  if (!isObject(piece)) return false
  const { type, image, file, audio, providerData } = piece
  if (type === 'input_image') return image !== undefined
  if (type === 'input_file') return file !== undefined
  if (type === 'image' || type === 'audio') return typeof (image ?? audio) === 'string'
  return type === 'output_text' && isObject(providerData)
}

/** Whether an item has the framework's own form, and not that of the Responses API, which it often is too. */
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
