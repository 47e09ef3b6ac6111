import { list, object, type Raw, string } from '../read.ts'
import type { InputPiece } from '../unread.ts'

/** A part of a message of a chat, as one of today, and where it stood. */
export interface ChatPart {
  readonly part: Raw
  readonly piece: InputPiece
  /** The field of the message that it was under. */
  readonly field: string
}

/** Whether a part is a call, whatever became of it. */
export const isTool = ({ type }: Raw): boolean => type === 'dynamic-tool' || string(type).startsWith('tool-')

/** A call of version 4, as a part of today. */
function modernCall(value: unknown): Raw {
  const { state, toolCallId, toolName, args, result } = object(value)
  return {
    type: 'dynamic-tool',
    toolName,
    toolCallId,
    input: args,
    ...(state === 'result' ? { state: 'output-available', output: result } : { state: 'input-available' }),
  }
}

function modern(value: unknown): Raw {
  const part = object(value)
  return part.type === 'tool-invocation' ? modernCall(part.toolInvocation) : part
}

/** A file beside the parts, as version 4 had them. */
function modernFile(value: unknown): Raw {
  const { name, contentType, url } = object(value)
  return { type: 'file', mediaType: contentType, filename: name, url }
}

/**
 * The parts of a message of any version. Its `content` is words where no part has some: versions before 4.2 had no
 * others, and stored messages have it beside parts that were never filled.
 */
export function chatParts(message: Raw, at: string): readonly ChatPart[] {
  const under = (field: string, read: (value: unknown) => Raw): ChatPart[] =>
    list(message[field]).map((value, place) => ({
      part: read(value),
      piece: { at: `${at}/${field}/${place}`, value },
      field,
    }))
  const parts = Array.isArray(message.parts) ? under('parts', modern) : under('toolInvocations', modernCall)
  const files = under('experimental_attachments', modernFile)
  const text = string(message.content)
  const filled = parts.filter(({ part }) => part.type !== 'text' || part.text !== '')
  if (text === '' || filled.some(({ part }) => part.type === 'text')) return [...parts, ...files]
  const called = filled.findIndex(({ part }) => isTool(part))
  const before = called < 0 ? filled.length : called
  const field = 'content'
  const said = { part: { type: 'text', text }, piece: { at: `${at}/${field}`, value: text }, field }
  return [...filled.slice(0, before), said, ...filled.slice(before), ...files]
}
