import { givenField, listOr, objectOr, type Raw, restFields, stringOr } from '../../../from/read.ts'
import { unreadableEvent } from '../../../from/source.ts'
import type { ToolCallPart } from '../../../ir/call.ts'
import type { Event } from '../../../ir/event.ts'
import type { Extra } from '../../../ir/extra.ts'
import { isObject, type JsonObject } from '../../../ir/json.ts'
import type { Part } from '../../../ir/part.ts'
import type { ResultContent } from '../../../ir/result.ts'
import type { TextPart } from '../../../ir/text.ts'
import type { FactSink } from '../../../session/unit/sink.ts'
import { callSize } from '../../../session/unit/size.ts'
import { isBareList } from '../../../text/list.ts'
import {
  answerSeal,
  callSeal,
  detailSeals,
  holdsAnything,
  readThoughtPart,
  readThoughts,
  thoughtFields,
} from './dialects.ts'
import { readContent, readContents } from './parts.ts'

const format = 'openai-chat'

const authors = new Map([
  ['user', 'user'],
  ['system', 'developer'],
  ['developer', 'developer'],
  ['assistant', 'agent'],
  ['tool', 'tool'],
  ['function', 'tool'],
])

/** Message fields that this file reads, by author, except the reasoning fields of an answer. */
const read = {
  user: ['role', 'content'],
  developer: ['content'],
  tool: ['role', 'content', 'tool_call_id', 'name'],
  agent: ['role', 'content', 'tool_calls', 'function_call', 'refusal', 'audio'],
} as const

/** Reads a Chat Completions message as one event. */
export function readMessage(model: string, value: unknown, seq: number): Event {
  const message = objectOr(value)
  const author = authors.get(stringOr(message.role)) as keyof typeof read | undefined
  const base = { seq, branch: '', response: '' }
  if (!author) return unreadableEvent(value, seq)
  const parts =
    author === 'tool'
      ? [readResult(message)]
      : author === 'agent'
        ? readAnswer(message, model)
        : readContents(format, message.content)
  const thoughts = author === 'agent' ? thoughtFields.filter(field => holdsAnything(message[field])) : []
  return {
    ...base,
    author,
    parts,
    ...(author !== 'tool' &&
      givenField('extra', restFields(format, message, [...read[author], ...thoughts]))),
  }
}

function readResult(message: Raw): Part {
  const name = stringOr(message.name)
  return {
    kind: 'tool-result',
    id: stringOr(message.tool_call_id),
    ...(name && { name }),
    content: readContents(format, message.content) as readonly ResultContent[],
    ...givenField('extra', restFields(format, message, read.tool)),
  }
}

function readAnswer(message: Raw, model: string): readonly Part[] {
  const { content } = message
  const said = Array.isArray(content)
    ? content.map(piece => readThoughtPart(piece, model) ?? readContent(format, piece))
    : readContents(format, content)
  const parts: Part[] = [...readThoughts(message, model), ...said]
  if (typeof message.refusal === 'string')
    parts.push({ kind: 'text', text: message.refusal, extra: { format, fields: { type: 'refusal' } } })
  if (isObject(message.audio))
    parts.push({ kind: 'opaque', format, type: 'audio', payload: message.audio as JsonObject })
  const seal = answerSeal(message, model)
  const last = parts.findLastIndex(part => part.kind === 'text')
  if (seal && last >= 0) parts[last] = { ...(parts[last] as TextPart), seal }
  const seals = detailSeals(message)
  for (const call of listOr(message.tool_calls)) parts.push(readCall(objectOr(call), seals, model))
  if (isObject(message.function_call)) parts.push(readCall({ function: message.function_call }, seals, model))
  return parts
}

/**
 * Key of the object that contains a call's name and input; `flat` if they are on the call itself (LangChain, some
 * logs).
 */
type CallForm = 'function' | 'custom' | 'flat'

function formOf({ type, function: called, name }: Raw): CallForm {
  if (type === 'custom') return 'custom'
  return !isObject(called) && typeof name === 'string' ? 'flat' : 'function'
}

const flatFields = ['id', 'type', 'name', 'arguments', 'args']

/** Returns the fields of a call that this file does not read, each at its original depth. */
function unreadFields(call: Raw, called: Raw, form: CallForm): JsonObject {
  if (form === 'flat') return restFields(format, call, flatFields)?.fields ?? {}
  const inside = restFields(format, called, ['name', form === 'custom' ? 'input' : 'arguments'])?.fields
  const beside = restFields(format, call, ['id', 'type', form])?.fields
  return { ...beside, ...(inside && { [form]: inside }) }
}

function readCall(call: Raw, seals: ReadonlyMap<string, string>, model: string): ToolCallPart {
  const form = formOf(call)
  const called = form === 'flat' ? call : objectOr(call[form])
  const fields = unreadFields(call, called, form)
  const seal = callSeal(call, seals, model)
  // A signed call always gets `extra`, because its signature may have been in the call, in its id or in the message.
  const isExtra = seal !== undefined || Object.keys(fields).length > 0
  const extra: Extra | undefined = isExtra ? { format, fields } : undefined
  return {
    kind: 'tool-call',
    id: stringOr(call.id),
    name: stringOr(called.name),
    ...(form === 'custom'
      ? { arguments: stringOr(called.input), freeform: true }
      : { arguments: argumentsOf(called, form) }),
    ...givenField('seal', seal),
    ...givenField('extra', extra),
  }
}

/** Returns the arguments of a call. Some clients log the arguments as parsed JSON instead of a string. */
function argumentsOf(called: Raw, form: CallForm): string | JsonObject {
  const written = called.arguments ?? (form === 'flat' ? called.args : undefined)
  return typeof written === 'string' ? written : ((written ?? '') as JsonObject)
}

/** Scans a common message without creating an event; returns false for a message with any other content. */
export function scanMessage(value: unknown, sink: FactSink): boolean {
  const message = objectOr(value)
  const { role, content } = message
  if (role === 'assistant') return scanAnswer(message, sink)
  if (typeof content !== 'string') return false
  if (role === 'user') {
    sink.event('user', '', '')
    sink.part('text', content.length)
  } else if (role === 'tool') {
    sink.event('tool', '', '')
    sink.result(stringOr(message.tool_call_id), stringOr(message.name), content.length)
  } else return false
  sink.end(false)
  return true
}

/** Whether an answer contains anything besides text and calls. */
const isUncommon = (message: Raw): boolean =>
  message.refusal != null ||
  message.audio != null ||
  message.function_call != null ||
  thoughtFields.some(field => message[field] != null)

function scanAnswer(message: Raw, sink: FactSink): boolean {
  const { content } = message
  const calls = listOr(message.tool_calls)
  const plain = typeof content === 'string' || content === null || content === undefined
  if (!plain || isUncommon(message) || !calls.every(isPlainCall)) return false
  sink.event('agent', '', '')
  if (typeof content === 'string') sink.part('text', content.length)
  for (const call of calls) {
    const { name, arguments: given } = objectOr(objectOr(call).function)
    sink.call(stringOr(objectOr(call).id), stringOr(name), callSize(stringOr(name), given), given)
  }
  sink.end(false)
  return true
}

const isPlainCall = (call: unknown): boolean =>
  objectOr(call).type !== 'custom' && typeof objectOr(objectOr(call).function).arguments === 'string'

/** Whether a message has only a text, or a text and calls, or a result, in the fields that this file reads. */
export function isCommonMessage(value: unknown): boolean {
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return false
  const { role, content } = value
  for (const key in value)
    if (key !== 'role' && key !== 'content' && !isCommonField(key, role, value)) return false
  const isFilled = typeof content === 'string' && content !== ''
  if (role === 'user') return isFilled
  if (role === 'tool') return isFilled && typeof value.tool_call_id === 'string'
  const { tool_calls: calls } = value
  if (role !== 'assistant' || calls === undefined) return role === 'assistant' && isFilled
  return (
    (isFilled || content === '' || content === null) &&
    Array.isArray(calls) &&
    calls.length > 0 &&
    isBareList(calls) &&
    calls.every(isCommonCall)
  )
}

/** Whether a field besides the role and the content is common in messages of a role. */
function isCommonField(key: string, role: unknown, message: Raw): boolean {
  if (key === 'tool_call_id') return role === 'tool'
  if (key === 'tool_calls') return role === 'assistant'
  // OpenAI's own answers have these fields, empty.
  if (key === 'annotations') return Array.isArray(message[key]) && message[key].length === 0
  return (key === 'refusal' || key === 'audio' || key === 'function_call') && message[key] === null
}

/** Whether a call has only the fields that all clients send. */
function isCommonCall(call: unknown): boolean {
  if (!isObject(call) || call.type !== 'function' || typeof call.id !== 'string') return false
  for (const key in call) if (key !== 'id' && key !== 'type' && key !== 'function') return false
  const called = call.function
  if (!isObject(called) || typeof called.name !== 'string' || typeof called.arguments !== 'string')
    return false
  for (const key in called) if (key !== 'name' && key !== 'arguments') return false
  return true
}
