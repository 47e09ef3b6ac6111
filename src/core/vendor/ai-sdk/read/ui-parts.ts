import { listOr, objectOr, type Raw, stringOr } from '../../../from/read.ts'
import type { InputPiece } from '../../../from/unread.ts'

/** Part of a chat message, converted to the current version, with its JSON pointer in the input. */
export interface ChatPart {
  readonly part: Raw
  readonly piece: InputPiece
  /** Field of the message from which the part comes. */
  readonly field: string
}

/** Whether a part is a tool call, in any state. */
export const isToolPart = ({ type }: Raw): boolean =>
  type === 'dynamic-tool' || stringOr(type).startsWith('tool-')

/** Converts a call of AI SDK 4 to a current part. */
function modernCall(value: unknown): Raw {
  const { state, toolCallId, toolName, args, result } = objectOr(value)
  return {
    type: 'dynamic-tool',
    toolName,
    toolCallId,
    input: args,
    ...(state === 'result' ? { state: 'output-available', output: result } : { state: 'input-available' }),
  }
}

function toCurrentPart(value: unknown): Raw {
  const part = objectOr(value)
  return part.type === 'tool-invocation' ? modernCall(part.toolInvocation) : part
}

/** Converts an attachment to a current part; AI SDK 4 stored attachments outside the parts. */
function modernFile(value: unknown): Raw {
  const { name, contentType, url } = objectOr(value)
  return { type: 'file', mediaType: contentType, filename: name, url }
}

/**
 * Returns the parts of a chat message of any version. If no part has text, `content` is used. Before version 4.2,
 * `content` contained all text, and stored messages may have `content` together with empty parts.
 */
export function chatParts(message: Raw, at: string): readonly ChatPart[] {
  const partsUnderField = (field: string, read: (value: unknown) => Raw): ChatPart[] =>
    listOr(message[field]).map((value, place) => ({
      part: read(value),
      piece: { at: `${at}/${field}/${place}`, value },
      field,
    }))
  const parts = Array.isArray(message.parts)
    ? partsUnderField('parts', toCurrentPart)
    : partsUnderField('toolInvocations', modernCall)
  const files = partsUnderField('experimental_attachments', modernFile)
  const text = stringOr(message.content)
  const filled = parts.filter(({ part }) => part.type !== 'text' || part.text !== '')
  if (text === '' || filled.some(({ part }) => part.type === 'text')) return [...parts, ...files]
  const called = filled.findIndex(({ part }) => isToolPart(part))
  const before = called < 0 ? filled.length : called
  const field = 'content'
  const said = { part: { type: 'text', text }, piece: { at: `${at}/${field}`, value: text }, field }
  return [...filled.slice(0, before), said, ...filled.slice(before), ...files]
}
