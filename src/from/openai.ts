import type { ToolCallPart } from '../ir/call.ts'
import { isObject, type JsonObject } from '../ir/json.ts'
import type { Part } from '../ir/part.ts'
import type { ResultContent } from '../ir/result.ts'
import type { Event } from '../session/event.ts'
import type { Sink } from '../session/sink.ts'
import { callSize } from '../session/size.ts'
import type { Conversation, MessagesInput } from './conversation.ts'
import { chatAgent } from './openai-agent.ts'
import { readContents } from './openai-parts.ts'
import { given, keep, list, object, type Raw, string } from './read.ts'
import { conversation, type Reader, unplaced } from './source.ts'

const format = 'openai-chat'

const authors = new Map([
  ['user', 'user'],
  ['system', 'developer'],
  ['developer', 'developer'],
  ['assistant', 'agent'],
  ['tool', 'tool'],
  ['function', 'tool'],
])

/** What a message may carry beside what is read here. */
const fields: Readonly<Record<string, readonly string[]>> = {
  user: ['name'],
  agent: ['name'],
  developer: ['role', 'name'],
}

/** A message of Chat Completions as an event: one message, one event. */
function readMessage(value: unknown, seq: number): Event {
  const message = object(value)
  const author = authors.get(string(message.role))
  const base = { seq, branch: '', response: '' }
  if (!author) return unplaced(value, seq)
  const parts =
    author === 'tool'
      ? [readResult(message)]
      : author === 'agent'
        ? readAnswer(message)
        : readContents(format, message.content)
  return {
    ...base,
    author,
    parts,
    ...given('extra', keep(format, message, fields[author] ?? [])),
  }
}

function readResult(message: Raw): Part {
  const name = string(message.name)
  return {
    kind: 'tool-result',
    id: string(message.tool_call_id),
    ...(name && { name }),
    content: readContents(format, message.content) as readonly ResultContent[],
  }
}

function readAnswer(message: Raw): readonly Part[] {
  const parts: Part[] = []
  const thought = string(message.reasoning_content) || string(message.reasoning)
  if (thought) parts.push({ kind: 'reasoning', text: thought })
  for (const part of readContents(format, message.content)) parts.push(part)
  if (typeof message.refusal === 'string')
    parts.push({ kind: 'text', text: message.refusal, extra: { format, fields: { type: 'refusal' } } })
  if (isObject(message.audio))
    parts.push({ kind: 'opaque', format, type: 'audio', payload: message.audio as JsonObject })
  for (const call of list(message.tool_calls)) parts.push(readCall(object(call)))
  if (isObject(message.function_call)) parts.push(readCall({ function: message.function_call }))
  return parts
}

function readCall(call: Raw): ToolCallPart {
  const id = string(call.id)
  if (call.type === 'custom') {
    const custom = object(call.custom)
    return {
      kind: 'tool-call',
      id,
      name: string(custom.name),
      arguments: string(custom.input),
      freeform: true,
    }
  }
  const { name, arguments: written } = object(call.function)
  return {
    kind: 'tool-call',
    id,
    name: string(name),
    arguments: typeof written === 'string' ? written : ((written ?? '') as JsonObject),
  }
}

/** The common messages told without making an event; false for any that has more to it. */
function scanMessage(value: unknown, sink: Sink): boolean {
  const message = object(value)
  const { role, content } = message
  if (role === 'assistant') return scanAnswer(message, sink)
  if (typeof content !== 'string') return false
  if (role === 'user') {
    sink.event('user', '', '')
    sink.part('text', content.length)
  } else if (role === 'tool') {
    sink.event('tool', '', '')
    sink.result(string(message.tool_call_id), string(message.name), content.length)
  } else return false
  sink.end(false)
  return true
}

/** Whether an answer is more than words and calls. */
const isUncommon = (message: Raw): boolean =>
  message.reasoning_content != null ||
  message.reasoning != null ||
  message.refusal != null ||
  message.audio != null ||
  message.function_call != null

function scanAnswer(message: Raw, sink: Sink): boolean {
  const { content } = message
  const calls = list(message.tool_calls)
  const plain = typeof content === 'string' || content === null || content === undefined
  if (!plain || isUncommon(message) || !calls.every(isPlainCall)) return false
  sink.event('agent', '', '')
  if (typeof content === 'string') sink.part('text', content.length)
  for (const call of calls) {
    const { name, arguments: given } = object(object(call).function)
    sink.call(string(object(call).id), string(name), callSize(string(name), given))
  }
  sink.end(false)
  return true
}

const isPlainCall = (call: unknown): boolean =>
  object(call).type !== 'custom' && typeof object(object(call).function).arguments === 'string'

const reader: Reader = { event: readMessage, scan: scanMessage }

/** Whether a message is system text. */
const isSystem = (message: unknown): boolean =>
  isObject(message) && (message.role === 'system' || message.role === 'developer')

/**
 * Reads a Chat Completions request, or only its messages. The leading system or developer messages become the
 * agent's instruction; later ones stay where they are. Nothing in the messages makes it throw: what it cannot
 * read is kept as data. The messages are held by reference, so do not change them afterwards.
 *
 * @example
 * import { compile } from 'ctxc'
 * import { fromOpenAI } from 'ctxc/from/openai'
 *
 * const conversation = fromOpenAI([{ role: 'user', content: 'What is the weather in Paris?' }])
 * const { request } = await compile(conversation, { model: 'gpt-5.4', budget: 16_000 })
 */
export function fromOpenAI(input: MessagesInput): Conversation<'openai-chat'> {
  const request: Raw = Array.isArray(input) ? { messages: input } : object(input)
  const messages = request.messages
  if (!Array.isArray(messages))
    throw new TypeError('fromOpenAI takes a list of messages, or a request with one')
  let leading = 0
  while (leading < messages.length && isSystem(messages[leading])) leading++
  return conversation(format, chatAgent(request, messages.slice(0, leading)), messages, leading, reader)
}
