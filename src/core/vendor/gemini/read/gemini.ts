import { callDiagnostics } from '../../../from/call-settings.ts'
import type { ContentsInput, Conversation, ImportOptions } from '../../../from/conversation.ts'
import { applyImportOptions } from '../../../from/imported.ts'
import { formatOf } from '../../../from/message-format.ts'
import type { Own } from '../../../from/neighbours.ts'
import { noInput } from '../../../from/no-input.ts'
import { objectOr, type Raw, stringOr } from '../../../from/read.ts'
import { reportInvalidSettings } from '../../../from/settings.ts'
import {
  countLeading,
  createConversation,
  inputOf,
  type Reader,
  unreadableEvent,
} from '../../../from/source.ts'
import type { Event } from '../../../ir/event.ts'
import { isObject } from '../../../ir/json.ts'
import type { FactSink } from '../../../session/unit/sink.ts'
import { callSize } from '../../../session/unit/size.ts'
import { configOf, geminiAgent, geminiCallFields } from './agent.ts'
import { readParts } from './parts.ts'

export type { ForeignKeys, KeysOf, MessageOf, Own } from '../../../from/neighbours.ts'

const format = 'gemini'

/**
 * Response id that consecutive model contents share. They form one response, because a streamed response consists of
 * one content per chunk.
 */
const response = 'response'

const authors = new Map([
  ['', 'user'],
  ['user', 'user'],
  ['function', 'tool'],
  ['tool', 'tool'],
  ['system', 'developer'],
  ['developer', 'developer'],
  ['model', 'agent'],
  ['assistant', 'agent'],
])

/** Returns the author of a content: the user if it has no role, undefined if its role is unknown. */
const authorOf = ({ role, parts }: Raw): string | undefined => {
  if (role === undefined || role === null) return parts === undefined ? undefined : 'user'
  return typeof role === 'string' && role !== '' ? authors.get(role.toLowerCase()) : undefined
}

/** Reads a content as one event. Its parts may include function responses. */
function readContent(model: string | undefined, value: unknown, seq: number): Event {
  const content = objectOr(value)
  const author = authorOf(content)
  if (!author) return unreadableEvent(value, seq)
  const base = { seq, branch: '', response: author === 'agent' ? response : '' }
  return { ...base, author, parts: readParts(content.parts, { author, model }) }
}

/** Scans a common content without creating an event; returns false for a content with any other part. */
function scanContent(value: unknown, sink: FactSink): boolean {
  const content = objectOr(value)
  const author = authorOf(content)
  const { parts } = content
  if (!author || !Array.isArray(parts) || !parts.every(isPlain)) return false
  sink.event(author, '', author === 'agent' ? response : '')
  for (const part of parts) scanPart(objectOr(part), sink)
  sink.end(false)
  return true
}

/** Whether a part is only text, a call, or a function response whose output is text. */
function isPlain(value: unknown): boolean {
  const part = objectOr(value)
  const [key, second] = Object.keys(part).filter(name => name !== 'thoughtSignature')
  if (key === undefined || second !== undefined) return false
  if (key === 'text') return typeof part.text === 'string' && part.text !== ''
  if (key === 'functionCall') return isObject(part.functionCall)
  if (key !== 'functionResponse') return false
  const { response: given, parts, id, name, ...more } = objectOr(part.functionResponse)
  const output = objectOr(given)
  return (
    parts === undefined &&
    Object.keys(more).length === 0 &&
    Object.keys(output).length === 1 &&
    typeof output.output === 'string'
  )
}

function scanPart({ text, functionCall, functionResponse }: Raw, sink: FactSink): void {
  if (typeof text === 'string') return sink.part('text', text.length)
  if (functionCall !== undefined) {
    const { id, name, args } = objectOr(functionCall)
    return sink.call(stringOr(id), stringOr(name), callSize(stringOr(name), args ?? {}), args ?? {})
  }
  const { id, name, response: given } = objectOr(functionResponse)
  sink.result(stringOr(id), stringOr(name), stringOr(objectOr(given).output).length)
}

const isSystem = (content: unknown): boolean => isObject(content) && authorOf(content) === 'developer'

/**
 * Whether a value is a content. The client also accepts parts without a content around them, and these are no contents.
 */
const isContent = (value: unknown): boolean => isObject(value) && ('parts' in value || 'role' in value)

/** Returns a request's contents as a list, from any form that the client accepts; null for any other value. */
function contentsOf(value: unknown): readonly unknown[] | null {
  if (typeof value === 'string') return [{ role: 'user', parts: [{ text: value }] }]
  if (isObject(value)) return [isContent(value) ? value : { role: 'user', parts: [value] }]
  if (!Array.isArray(value)) return null
  const arePart = (item: unknown): boolean =>
    typeof item === 'string' || (isObject(item) && !isContent(item) && formatOf(item) === null)
  return value.length > 0 && value.every(arePart) ? [{ role: 'user', parts: value }] : value
}

/**
 * Reads a generateContent request (the client's parameters or a REST body), or only its contents. The system
 * instruction becomes the agent's. Pass the `model` that made the answers if the request does not name it: a thought
 * signature is sent back only to the model that made it, on the part that it came with. No content makes the importer
 * throw; an unknown part is kept unchanged. The contents are held by reference.
 *
 * @example
 * import { compile } from 'ctxc'
 * import { fromGemini } from 'ctxc/from/gemini'
 *
 * const conversation = fromGemini({ contents: 'What is the weather in Paris?' })
 * const { request } = await compile(conversation, { model: 'gemini-3.8-flash', budget: 16_000 })
 */
export function fromGemini<const Input extends ContentsInput>(
  input: Input & Own<Input, 'gemini'>,
  options: ImportOptions = {},
): Conversation<'gemini'> {
  const request: Raw = Array.isArray(input) ? { contents: input } : objectOr(input)
  const contents = contentsOf(request.contents)
  if (contents === null) throw noInput('fromGemini', 'a list of contents, or a request with contents', input)
  const leading = countLeading(format, contents, isSystem, content =>
    readParts(objectOr(content).parts, { author: 'developer', model: undefined }),
  )
  const model = stringOr(request.model) || options.model
  const reader: Reader = {
    event: (content, seq) => readContent(model, content, seq),
    scan: scanContent,
    // Short forms of a content were expanded before reading. So unread fields are looked for in the caller's input, not
    // in the expanded form.
    ...(contents !== request.contents && {
      given: () => ({
        pieces: [{ at: Array.isArray(input) ? '' : '/contents', value: request.contents }],
      }),
    }),
  }
  return applyImportOptions(
    createConversation(
      format,
      geminiAgent(request, contents.slice(0, leading)),
      { messages: contents, leading, reader },
      inputOf(input, request, 'contents', () => [
        ...callDiagnostics(geminiCallFields(request)),
        ...reportInvalidSettings(configOf(request)),
      ]),
    ),
    options,
  )
}
