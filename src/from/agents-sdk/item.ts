import { isObject } from '../../ir/json.ts'
import { wireContent } from './content.ts'
import { openaiData } from './openai-data.ts'

type Raw = Readonly<Record<string, unknown>>

const given = (key: string, value: unknown): object =>
  value === undefined || value === null ? {} : { [key]: value }

/** What a thought holds besides its words. */
function reasoning({ id, content, providerData }: Raw): object {
  const data = isObject(providerData) ? providerData : {}
  // `aisdk()` keeps OpenAI's own names one level down.
  const { itemId, reasoningEncryptedContent } = openaiData(data) ?? {}
  const sealed = data.encrypted_content ?? data.encryptedContent ?? reasoningEncryptedContent
  const pieces = Array.isArray(content) ? content : []
  return {
    type: 'reasoning',
    ...given('id', itemId ?? id),
    summary: pieces.map(piece => ({ type: 'summary_text', text: isObject(piece) ? piece.text : '' })),
    ...given('encrypted_content', sealed),
  }
}

/** Items that a call of a tool becomes, by the names of the Responses API. */
const renamed: Readonly<Record<string, string>> = {
  function_call_result: 'function_call_output',
  computer_call_result: 'computer_call_output',
}

/** What the framework keeps for itself. */
const own = new Set(['callId', 'providerData', 'type', 'toolSearchAgentName', 'toolSearchMcpToolNames'])

/** Types that only the framework has. */
const ownTypes = new Set(['function_call_result', 'computer_call_result', 'hosted_tool_call'])

/** A picture or a file under the name that the framework has for it. */
const isOwnPiece = (piece: unknown): boolean =>
  isObject(piece) && (piece.image !== undefined || piece.file !== undefined || isObject(piece.providerData))

/** Whether an item has the framework's own form, and not that of the Responses API, which it often is too. */
export function isAgentsItem(value: unknown): boolean {
  if (!isObject(value)) return false
  const { type, callId, call_id, providerData, content, summary } = value
  if (ownTypes.has(String(type))) return true
  if (callId !== undefined) return call_id === undefined
  if (type === 'reasoning') return Array.isArray(content) && summary === undefined
  return isObject(providerData) || (Array.isArray(content) && content.some(isOwnPiece))
}

/** An item of the framework in the form of the Responses API, which is where it came from. */
export function wireItem(value: unknown): object {
  if (!isObject(value)) return { type: 'unknown', value }
  const item: Raw = value
  const type = item.type ?? (item.role === undefined ? undefined : 'message')
  const data = isObject(item.providerData) ? item.providerData : {}
  if (type === 'message')
    return {
      type,
      role: item.role,
      content: wireContent(item.content),
      ...given('id', item.id),
      ...given('phase', item.phase),
    }
  if (type === 'reasoning') return reasoning(item)
  // What a server's own tool did is told in the provider's own words.
  if (type === 'hosted_tool_call')
    return { ...given('status', item.status), ...data, type: data.type ?? item.name, ...given('id', item.id) }
  if (type === 'unknown') return { ...data }
  const fields = Object.fromEntries(Object.entries(item).filter(([key]) => !own.has(key)))
  return {
    ...fields,
    type: renamed[String(type)] ?? type,
    ...given('call_id', item.callId),
    ...(type === 'function_call_result' && { output: wireContent(item.output) }),
  }
}
