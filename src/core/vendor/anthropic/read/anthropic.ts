import type { Conversation, ImportOptions, MessagesInput } from '../../../from/conversation.ts'
import { applyImportOptions } from '../../../from/imported.ts'
import type { Own } from '../../../from/neighbours.ts'
import { noInput } from '../../../from/no-input.ts'
import { givenField, keepFields, objectOr, type Raw, stringOr } from '../../../from/read.ts'
import { reportInvalidSettings } from '../../../from/settings.ts'
import { createConversation, inputOf, type Reader, unreadableEvent } from '../../../from/source.ts'
import type { Event } from '../../../ir/event.ts'
import { isObject, type JsonObject } from '../../../ir/json.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import type { Part } from '../../../ir/part.ts'
import type { FactSink } from '../../../session/unit/sink.ts'
import { callSize } from '../../../session/unit/size.ts'
import { anthropicAgent } from './agent.ts'
import { readBlocks } from './blocks.ts'

export type { ForeignKeys, KeysOf, MessageOf, Own } from '../../../from/neighbours.ts'

const format = 'anthropic'

/** Response id that consecutive answers share, so that they form one response. */
const response = 'response'

/** Response id of an answer that begins with a compaction. This id separates the answer from the answer before it. */
const compacted = 'compacted'

const isCompaction = (content: unknown): boolean =>
  Array.isArray(content) &&
  objectOr(content[0]).type === 'compaction' &&
  objectOr(content[0]).content !== null

const authors = new Map([
  ['user', 'user'],
  ['system', 'developer'],
  ['assistant', 'agent'],
])

/** Reads a message of the Messages API as one event. Its blocks become the parts, tool results included. */
function readMessage(model: string | undefined, value: unknown, seq: number): Event {
  const message = objectOr(value)
  const author = authors.get(stringOr(message.role))
  // The API joins neighbouring messages of one role, so consecutive answers are one response.
  const own = isCompaction(message.content) ? compacted : response
  const base = { seq, branch: '', response: author === 'agent' ? own : '' }
  if (!author) return unreadableEvent(value, seq)
  const parts = readBlocks(message.content, model)
  return { ...base, author, parts, ...(author === 'developer' && readSettings(message, parts)) }
}

/** Reads the settings of a system message: when its text expires, and the effort that applies from the message on. */
function readSettings(message: Raw, parts: readonly Part[]): Pick<Event, 'parts' | 'extra'> {
  const { output_config: output } = message
  const isSet = isObject(output) && Object.keys(output).length > 0
  const config: OpaquePart = {
    kind: 'opaque',
    format,
    type: 'output_config',
    payload: { type: 'output_config', output_config: output as JsonObject },
  }
  return {
    parts: isSet ? [...parts, config] : parts,
    ...givenField('extra', keepFields(format, message, isSet ? ['clear_at'] : ['clear_at', 'output_config'])),
  }
}

/** Scans a common message without creating an event; returns false for a message with any other content. */
function scanMessage(value: unknown, sink: FactSink): boolean {
  const message = objectOr(value)
  const author =
    message.role === 'user' || message.role === 'assistant' ? authors.get(message.role) : undefined
  const { content } = message
  if (!author || (typeof content !== 'string' && !(Array.isArray(content) && content.every(isPlain))))
    return false
  sink.event(author, '', author === 'agent' ? response : '')
  if (typeof content === 'string') sink.part('text', content.length)
  else for (const block of content) scanBlock(objectOr(block), sink)
  sink.end(false)
  return true
}

function isPlain(value: unknown): boolean {
  const { type, text, content } = objectOr(value)
  if (type === 'text') return typeof text === 'string'
  return type === 'tool_use' || (type === 'tool_result' && (typeof content === 'string' || content == null))
}

function scanBlock({ type, text, id, name, input, tool_use_id, content }: Raw, sink: FactSink): void {
  if (type === 'text') sink.part('text', stringOr(text).length)
  else if (type === 'tool_use')
    sink.call(stringOr(id), stringOr(name), callSize(stringOr(name), input ?? {}), input ?? {})
  else sink.result(stringOr(tool_use_id), '', stringOr(content).length)
}

/**
 * Reads a Messages request, or only its messages. The system text becomes the agent's instruction. Pass the `model`
 * that made the answers if the request does not name it: thinking is sent back only to a model that reads it.
 * No message makes the importer throw; an unknown block is kept unchanged. The messages are held by reference.
 *
 * @example
 * import { compile } from 'ctxc'
 * import { fromAnthropic } from 'ctxc/from/anthropic'
 *
 * const conversation = fromAnthropic({ messages: [{ role: 'user', content: 'What is the weather in Paris?' }] })
 * const { request } = await compile(conversation, { model: 'claude-sonnet-5', budget: 16_000 })
 */
export function fromAnthropic<const Input extends MessagesInput>(
  input: Input & Own<Input, 'anthropic'>,
  options: ImportOptions = {},
): Conversation<'anthropic'> {
  const request: Raw = Array.isArray(input) ? { messages: input } : objectOr(input)
  const messages = request.messages
  if (!Array.isArray(messages))
    throw noInput('fromAnthropic', 'a list of messages, or a request with one', input)
  const model = stringOr(request.model) || options.model
  const reader: Reader = { event: (message, seq) => readMessage(model, message, seq), scan: scanMessage }
  return applyImportOptions(
    createConversation(
      format,
      anthropicAgent(request),
      { messages, leading: 0, reader },
      inputOf(input, request, 'messages', reportInvalidSettings),
    ),
    options,
  )
}
