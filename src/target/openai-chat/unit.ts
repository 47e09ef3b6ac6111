import { fileMoved } from '../../diag/target.ts'
import { type Block, isCall, type PairedCall, type Placed } from '../../ir/block.ts'
import { describeFile } from '../../ir/describe-file.ts'
import type { FilePart } from '../../ir/file.ts'
import type { OpenAIRules } from '../../ir/model.ts'
import type { OpaquePart } from '../../ir/opaque.ts'
import type { Origin } from '../../ir/origin.ts'
import type { Part } from '../../ir/part.ts'
import { toJson } from '../../text/json.ts'
import { prepareCall } from '../call.ts'
import { asString } from '../openai/pieces.ts'
import { developerRole } from '../openai/role.ts'
import type { Fragment, Setting } from '../target.ts'
import { describeOpaque, fileLoss, opaqueLoss, reasoningLoss, sayOpaque } from '../travel.ts'
import { isNewType } from '../wire-types.ts'
import { Writer } from '../writer.ts'
import { filePart, textPart, wireFile } from './parts.ts'
import type {
  AssistantMessage,
  ChatMessage,
  TextPart,
  ToolCall,
  ToolMessage,
  UserMessage,
  UserPart,
} from './request.ts'

const format = 'openai-chat'

/** Ids that Chat takes (C7), counted as it does, in UTF-16 units. */
const isLegalId = (id: string): boolean => id.length <= 40 && /^\P{Surrogate}+$/u.test(id)

/** Writes a unit as messages: an answer and the results of its calls, or someone's words. */
export function emitUnit(setting: Setting<OpenAIRules>, block: Block): Fragment {
  const writer = new Writer(setting, block.trust)
  if (block.role === 'model') return writer.fragment(emitAnswer(writer, block))
  const role = block.role === 'user' ? 'user' : developerRole(setting.facts.rules, block, format)
  const parts = block.items.flatMap(item => (isCall(item) ? [] : writeWords(writer, item, block)))
  const origin = block.items[0]?.origin
  if (origin === undefined || parts.length === 0) return writer.fragment([])
  const message = writer.label({ role, content: '' as UserMessage['content'] }, origin)
  writer.fields(message, block.items[0]?.envelope, format)
  message.content = asString(writer, message, 'content', parts) ?? parts
  return writer.fragment([message])
}

function writeWords(writer: Writer, placed: Placed, block: Block): UserPart[] {
  const { part, origin } = placed
  switch (part.kind) {
    case 'text': {
      const piece = textPart(writer, placed, part.text)
      writer.fields(piece, part.extra, format)
      return [piece]
    }
    case 'file':
      if (block.role === 'user' || part.source.type === 'text')
        return [filePart(writer, placed as Placed<FilePart>)]
      writer.note(fileLoss(`it stands in a ${block.role} message`, origin))
      writer.edit('reduced')
      return [textPart(writer, placed, describeFile(part))]
    case 'opaque':
      if (part.format === format && block.role === 'user' && isNewType(part.type))
        return [writer.replay(part.payload, origin) as UserPart]
      return [textPart(writer, placed, sayOpaque(writer, placed as Placed<OpaquePart>, block.role))]
    case 'data':
      return [textPart(writer, placed, toJson(part.value))]
    default:
      return []
  }
}

function emitAnswer(writer: Writer, block: Block): ChatMessage[] {
  const origin = block.items[0]?.origin
  if (origin === undefined) return []
  const message = writer.label({ role: 'assistant' } as AssistantMessage, origin)
  const parts: (TextPart | { type: 'refusal'; refusal: string })[] = []
  const calls: ToolCall[] = []
  const ids = new Map<PairedCall, string>()
  for (const item of block.items) {
    if (isCall(item)) ids.set(item, writeCall(writer, item, calls))
    else if (isAudio(item.part) && message.audio === undefined)
      writeAudio(writer, item.part, item.origin, message)
    else parts.push(...writeAnswerPart(writer, item))
  }
  writer.fields(message, block.items[0]?.envelope, format)
  if (parts.length > 0) message.content = asString(writer, message, 'content', parts) ?? (parts as TextPart[])
  if (calls.length > 0) message.tool_calls = calls
  if (parts.length === 0 && calls.length === 0 && message.audio === undefined) return []
  if (parts.length === 0 && calls.length > 0) message.content = null
  const after: UserPart[] = []
  const results = block.answers.map(call => writeResult(writer, call, ids.get(call) as string, after))
  const messages: ChatMessage[] = [message, ...results]
  if (after.length > 0)
    messages.push(writer.label({ role: 'user', content: after } as UserMessage, 'c:moved-files'))
  return messages
}

/** A spoken answer, which the API keeps: an item of its own with the id to name it by. */
const isAudio = (part: Part): part is SpokenPart =>
  part.kind === 'opaque' &&
  part.format === format &&
  part.type === 'audio' &&
  typeof part.payload.id === 'string' &&
  part.payload.id !== ''

type SpokenPart = OpaquePart & { readonly payload: { readonly id: string } }

/** Names a spoken answer. What it costs only the server knows: its words, where they came along, are the guess. */
function writeAudio(
  writer: Writer,
  { payload }: SpokenPart,
  origin: Origin,
  message: AssistantMessage,
): void {
  const { id, transcript } = payload as { readonly id: string; readonly transcript?: unknown }
  writer.hold(message, 'audio', { id }, origin)
  const words = typeof transcript === 'string' ? transcript : id
  writer.add({ ...writer.setting.counter.text(words), exact: false })
}

function writeAnswerPart(
  writer: Writer,
  placed: Placed,
): (TextPart | { type: 'refusal'; refusal: string })[] {
  const { part, origin } = placed
  if (part.kind === 'reasoning') {
    writer.note(reasoningLoss(part.native ? 'other provider' : 'no form to replay', origin))
    writer.edit('reasoning-omitted')
    return []
  }
  if (part.kind === 'text') {
    if (part.text === '') return []
    if (part.extra?.format !== format || part.extra.fields.type !== 'refusal')
      return [textPart(writer, placed, part.text)]
    const refusal = writer.label({ type: 'refusal', refusal: '' } as const, origin)
    writer.text(refusal, 'refusal', [[part.text, origin]])
    return [refusal]
  }
  if (part.kind === 'file' && part.source.type === 'text') return [textPart(writer, placed, part.source.text)]
  if (part.kind === 'file') {
    writer.note(fileLoss('it stands in an answer', origin))
    writer.edit('reduced')
    return [textPart(writer, placed, describeFile(part))]
  }
  if (part.kind === 'opaque') {
    const words = sayOpaque(writer, placed as Placed<OpaquePart>, 'model')
    return words === '' ? [] : [textPart(writer, placed, words)]
  }
  return part.kind === 'data' ? [textPart(writer, placed, toJson(part.value))] : []
}

function writeCall(writer: Writer, call: PairedCall, into: ToolCall[]): string {
  const { part, origin } = call
  const { id, name, arguments: read } = prepareCall(writer, call, isLegalId)
  if (part.freeform && typeof part.arguments === 'string') {
    const custom = writer.label({ name, input: '' }, origin)
    writer.called(custom, 'input', part.arguments, origin)
    into.push(writer.label({ id, type: 'custom', custom }, origin))
    return id
  }
  const called = writer.label({ name, arguments: '' }, origin)
  writer.called(called, 'arguments', read().text, origin)
  into.push(writer.label({ id, type: 'function', function: called }, origin))
  return id
}

/**
 * The `tool` message of a call; its files go into `after`, since such a message holds only text (C4). The API
 * has no flag for a failed call: the result's words alone say so.
 */
function writeResult(writer: Writer, call: PairedCall, id: string, after: UserPart[]): ToolMessage {
  const { part, origin, seq } = call.result
  const message = writer.label({ role: 'tool', tool_call_id: id, content: '' } as ToolMessage, origin)
  const parts: TextPart[] = []
  for (const content of part.content) {
    const placed = { part: content, origin, seq }
    if (content.kind === 'text') parts.push(textPart(writer, placed, content.text))
    else if (content.kind === 'data') parts.push(textPart(writer, placed, toJson(content.value)))
    else if (content.kind === 'file' && (content.source.type === 'text' || wireFile(content))) {
      if (content.source.type === 'text') parts.push(textPart(writer, placed, content.source.text))
      else {
        const label = `[file ${after.length + 1} of the results, sent below]`
        parts.push(textPart(writer, { ...placed, runs: [[label, 'c:moved-files']] }, label))
        after.push(filePart(writer, placed as Placed<FilePart>))
        writer.note({ kind: 'CX7018', say: fileMoved, at: origin })
        writer.edit('reduced')
      }
    } else {
      const words = content.kind === 'file' ? describeFile(content) : describeOpaque(content)
      writer.note(
        content.kind === 'file'
          ? fileLoss('Chat Completions does not take it', origin)
          : opaqueLoss(content, 'is shown as text', origin),
      )
      writer.edit('reduced')
      parts.push(textPart(writer, placed, words))
    }
  }
  message.content = parts.length === 0 ? '' : (asString(writer, message, 'content', parts) ?? parts)
  return message
}
