import { isObject } from '../../ir/json.ts'
import { safeString } from '../../text/reason.ts'
import type { AISDKRequest, SystemMessage } from '../../vendor/ai-sdk/write/request.ts'

/** Version of the AI SDK's model interface. Each version has a different form for files. */
export type ModelVersion = 'v2' | 'v3' | 'v4'

/** Part of a message, of any kind. */
type Part = Readonly<Record<string, unknown>>

/** Returns the data of a file in the form that an interface version requires. */
function fileDataForVersion(data: unknown, version: ModelVersion): unknown {
  const url = typeof data === 'string' && URL.canParse(data) ? new URL(data) : null
  if (version !== 'v4') return isObject(data) ? (data.data ?? data) : (url ?? data)
  if (typeof data !== 'string') return data
  return url === null ? { type: 'data', data } : urlAsFileData(url, data)
}

/**
 * Returns a URL as file data. If parsing changed the URL's text, the original text is added, because names in a `gs:`
 * URL are case-sensitive.
 */
const urlAsFileData = (url: URL, given: string): object => ({
  type: 'url',
  url,
  ...(url.href !== given && { originalUrl: given }),
})

/** Returns a piece of a tool result in the form that an interface version requires. */
function resultPieceForVersion(piece: Part, version: ModelVersion): Part {
  if (piece.type === 'file-url') return addressPiece(piece, version)
  if (piece.type !== 'file' || version === 'v4') return piece
  const { data, mediaType, filename, providerOptions } = piece
  const bytes = isObject(data) ? data.data : data
  if (version === 'v2') return { type: 'media', data: bytes, mediaType }
  return {
    type: safeString(mediaType).startsWith('image/') ? 'image-data' : 'file-data',
    data: bytes,
    mediaType,
    ...(filename !== undefined && { filename }),
    ...(providerOptions !== undefined && { providerOptions }),
  }
}

/** Returns a piece of a tool result that refers to a file by its URL. Version 2 has no form for such a piece. */
function addressPiece({ url, mediaType, providerOptions }: Part, version: ModelVersion): Part {
  const beside = { ...(providerOptions !== undefined && { providerOptions }) }
  if (version === 'v4')
    return {
      type: 'file',
      data: urlAsFileData(new URL(safeString(url)), safeString(url)),
      mediaType,
      ...beside,
    }
  if (version === 'v2') return { type: 'text', text: safeString(url) }
  return { type: safeString(mediaType).startsWith('image') ? 'image-url' : 'file-url', url, ...beside }
}

function toolOutput(output: unknown, version: ModelVersion): unknown {
  if (!isObject(output)) return output
  if (output.type === 'content' && Array.isArray(output.value))
    return { ...output, value: output.value.map(piece => resultPieceForVersion(piece as Part, version)) }
  // Version 2 of the model interface has no form for a denied call, so the denial is sent as an error text.
  if (output.type !== 'execution-denied' || version !== 'v2') return output
  return { type: 'error-text', value: output.reason ?? 'Tool call execution denied.' }
}

function promptPart(part: Part, version: ModelVersion): Part {
  if (part.type === 'file' || part.type === 'reasoning-file')
    return { ...part, data: fileDataForVersion(part.data, version) }
  return part.type === 'tool-result' ? { ...part, output: toolOutput(part.output, version) } : part
}

/**
 * Whether a part is for the model. The AI SDK removes approval parts, except responses about a provider's own tools.
 */
const isForModel = ({ type, providerExecuted }: Part): boolean =>
  type !== 'tool-approval-request' && (type !== 'tool-approval-response' || providerExecuted === true)

/** Returns the instruction of a request as messages. */
export const instructionMessages = ({ system }: AISDKRequest): readonly SystemMessage[] =>
  typeof system === 'string' ? [{ role: 'system', content: system }] : (system ?? [])

/** Converts a compiled request to the prompt of a model. */
export function toPrompt(request: AISDKRequest, version: ModelVersion): object[] {
  const { messages } = request
  const said = messages.flatMap((message): object[] => {
    const { role, content } = message
    if (role === 'system') return [message]
    if (typeof content === 'string') return [{ ...message, content: [{ type: 'text', text: content }] }]
    const parts = (content as readonly object[] as readonly Part[]).filter(isForModel)
    return parts.length > 0 ? [{ ...message, content: parts.map(part => promptPart(part, version)) }] : []
  })
  return [...instructionMessages(request), ...said]
}
