import { isObject } from '../../../ir/json.ts'

/** Part types that only AI SDK messages have. */
const ownParts: ReadonlySet<unknown> = new Set([
  'tool-call',
  'tool-result',
  'tool-approval-request',
  'tool-approval-response',
  'redacted-reasoning',
  'reasoning-file',
])

/** Setting names that only the AI SDK spells this way. */
const ownFields = ['maxOutputTokens', 'toolChoice', 'providerOptions', 'allowSystemInMessages', 'stopWhen']

function isOwnPart(part: unknown): boolean {
  if (!isObject(part)) return false
  const { type } = part
  if (ownParts.has(type) || 'providerOptions' in part) return true
  if (type === 'file') return 'mediaType' in part || 'mimeType' in part
  return (type === 'image' && 'image' in part) || (type === 'reasoning' && 'text' in part)
}

/** Whether a message can only be an AI SDK message, either a model message or a `UIMessage`. */
export function isAISDKMessage(message: unknown): boolean {
  if (!isObject(message) || typeof message.role !== 'string') return false
  const { content, parts, toolInvocations, experimental_attachments: attachments } = message
  if (Array.isArray(toolInvocations) || Array.isArray(attachments) || 'providerOptions' in message)
    return true
  if (Array.isArray(parts)) return parts.some(part => isObject(part) && typeof part.type === 'string')
  return Array.isArray(content) && content.some(isOwnPart)
}

/** Whether a request can only be `generateText` parameters or a model's call options. */
export function isAISDKRequest(request: Readonly<Record<string, unknown>>): boolean {
  const { messages, prompt, tools } = request
  const said = messages ?? prompt
  if (!Array.isArray(said)) return false
  const record = isObject(tools) && Object.values(tools).some(tool => isObject(tool) && 'inputSchema' in tool)
  return (
    Array.isArray(prompt) || record || ownFields.some(field => field in request) || said.some(isAISDKMessage)
  )
}
