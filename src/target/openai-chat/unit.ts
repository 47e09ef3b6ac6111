import { fileMoved } from '../../diag/target.ts'
import { signsInId } from '../../from/openai/dialects.ts'
import { type Block, isCall, type PairedCall, type Placed } from '../../ir/block.ts'
import { describeFile } from '../../ir/describe-file.ts'
import type { FilePart } from '../../ir/file.ts'
import type { OpenAIRules } from '../../ir/model.ts'
import type { OpaquePart } from '../../ir/opaque.ts'
import type { Origin } from '../../ir/origin.ts'
import type { Part } from '../../ir/part.ts'
import type { ReasoningPart } from '../../ir/reasoning.ts'
import { toJson } from '../../text/json.ts'
import { addAll } from '../../text/list.ts'
import { prepareCall } from '../call.ts'
import { noteNewItem } from '../new-item.ts'
import { asString } from '../openai/pieces.ts'
import { developerRole } from '../openai/role.ts'
import type { Fragment, Setting, UnitOptions } from '../target.ts'
import { describeOpaque, fileLoss, opaqueLoss, reasoningLoss, sayOpaque } from '../travel.ts'
import { isNewType } from '../wire-types.ts'
import { Writer } from '../writer.ts'
import { vouchFor, writeCallFields } from './call-fields.ts'
import { speaksDialect } from './dialect.ts'
import { writeFields } from './fields.ts'
import { repairName } from './participant.ts'
import { filePart, goesAsFile, textPart, whyNoFile } from './parts.ts'
import type {
  AssistantMessage,
  ChatMessage,
  TextPart,
  ToolCall,
  ToolMessage,
  UserMessage,
  UserPart,
} from './request.ts'
import { writeRequired, writeThought } from './thought.ts'

const format = 'openai-chat'

/** Ids that Chat takes (C7), counted as it does, in UTF-16 units. */
const isLegalId = (id: string): boolean => id.length <= 40 && /^\P{Surrogate}+$/u.test(id)

/** Ids that another vendor's API takes: one that carries a signature is longer. */
const isLegalElsewhere = (id: string): boolean =>
  isLegalId(id) || (signsInId(id) && /^[\x21-\x7e]+$/.test(id))

/** Writes a unit as messages: an answer and the results of its calls, or someone's words. */
export function emitUnit(setting: Setting<OpenAIRules>, block: Block, options: UnitOptions): Fragment {
  const writer = new Writer(setting, block.trust)
  if (block.role === 'model') return emitAnswer(writer, setting, block, options)
  const role = block.role === 'user' ? 'user' : developerRole(setting.facts.rules, block, format)
  const parts = block.items.flatMap(item => (isCall(item) ? [] : writeWords(writer, item, block)))
  const origin = block.items[0]?.origin
  if (origin === undefined || parts.length === 0) return writer.fragment([])
  const message = writer.label({ role, content: '' as UserMessage['content'] }, origin)
  writeFields(writer, message, block.items[0]?.envelope, origin)
  repairName(writer, message, origin)
  message.content = asString(writer, message, 'content', parts) ?? parts
  return writer.fragment([message])
}

function writeWords(writer: Writer, placed: Placed, block: Block): UserPart[] {
  const { part, origin } = placed
  switch (part.kind) {
    case 'text': {
      const piece = textPart(writer, placed, part.text)
      writeFields(writer, piece, part.extra, origin)
      return [piece]
    }
    case 'file':
      if (block.role === 'user' || part.source.type === 'text')
        return [filePart(writer, placed as Placed<FilePart>)]
      writer.note(fileLoss(`it stands in a ${block.role} message`, origin))
      writer.edit('reduced')
      return [textPart(writer, placed, describeFile(part))]
    case 'opaque':
      if (
        part.format === format &&
        block.role === 'user' &&
        part.payload?.type === part.type &&
        isNewType(part.type)
      ) {
        if (!speaksDialect(writer.setting as Setting<OpenAIRules>)) noteNewItem(writer, part, origin)
        return [writer.replay(part.payload, origin) as UserPart]
      }
      return [textPart(writer, placed, sayOpaque(writer, placed as Placed<OpaquePart>, block.role))]
    case 'data':
      return [textPart(writer, placed, toJson(part.value))]
    default:
      return []
  }
}

function emitAnswer(
  writer: Writer,
  setting: Setting<OpenAIRules>,
  block: Block,
  options: UnitOptions,
): Fragment {
  const origin = block.items[0]?.origin
  if (origin === undefined) return writer.fragment([])
  const message = writer.label({ role: 'assistant' } as AssistantMessage, origin)
  const parts: AnswerPart[] = []
  const calls: ToolCall[] = []
  const ids = new Map<PairedCall, string>()
  const thoughts: Placed[] = []
  let said = 0
  for (const item of block.items) {
    if (isCall(item)) ids.set(item, writeCall(writer, setting, item, calls))
    else if (isAudio(item.part) && message.audio === undefined)
      writeAudio(writer, item.part, item.origin, message)
    else if (item.part.kind === 'reasoning') {
      if (writeThought(writer, setting, item as Placed<ReasoningPart>, options, message, parts))
        thoughts.push(item)
    } else {
      const made = writeAnswerPart(writer, setting, item)
      said += made.length
      addAll(parts, made)
    }
  }
  if (said === 0 && calls.length === 0 && message.audio === undefined) {
    for (const thought of thoughts) writer.note(reasoningLoss('what it led to is gone', thought.origin))
    if (thoughts.length > 0) writer.edit('reasoning-omitted')
    return writer.fragment([])
  }
  if (speaksDialect(setting)) {
    writeRequired(writer, setting, message)
    vouchFor(writer, setting, calls)
  }
  writeFields(writer, message, block.items[0]?.envelope, origin, true)
  repairName(writer, message, origin)
  if (parts.length > 0) message.content = asString(writer, message, 'content', parts) ?? (parts as TextPart[])
  if (calls.length > 0) message.tool_calls = calls
  if (parts.length === 0 && calls.length > 0) message.content = null
  const after: UserPart[] = []
  const results = block.answers.map(call =>
    writeResult(writer, setting, call, ids.get(call) as string, after),
  )
  const messages: ChatMessage[] = [message, ...results]
  if (after.length > 0)
    messages.push(writer.label({ role: 'user', content: after } as UserMessage, 'c:moved-files'))
  return writer.fragment(messages, thoughts.length)
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

type AnswerPart = TextPart | { type: 'refusal'; refusal: string }

function writeAnswerPart(writer: Writer, setting: Setting<OpenAIRules>, placed: Placed): AnswerPart[] {
  const { part, origin } = placed
  if (part.kind === 'text') {
    if (part.text === '') return []
    if (part.extra?.format !== format || part.extra.fields.type !== 'refusal') {
      const piece = textPart(writer, placed, part.text)
      writeFields(writer, piece, part.extra, origin, true)
      return [piece]
    }
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
    if (part.format === format && part.inline && isNewType(part.type) && speaksDialect(setting))
      return [writer.verbatim(part.payload, origin) as TextPart]
    const words = sayOpaque(writer, placed as Placed<OpaquePart>, 'model')
    return words === '' ? [] : [textPart(writer, placed, words)]
  }
  return part.kind === 'data' ? [textPart(writer, placed, toJson(part.value))] : []
}

function writeCall(
  writer: Writer,
  setting: Setting<OpenAIRules>,
  call: PairedCall,
  into: ToolCall[],
): string {
  const { part, origin } = call
  const isLegal = speaksDialect(setting) ? isLegalElsewhere : isLegalId
  const { id, name, arguments: read } = prepareCall(writer, call, isLegal)
  if (part.freeform && typeof part.arguments === 'string') {
    const custom = writer.label({ name, input: '' }, origin)
    writer.called(custom, 'input', part.arguments, origin)
    const wire: ToolCall = writer.label({ id, type: 'custom', custom }, origin)
    writeCallFields(writer, setting, call, wire, custom)
    into.push(wire)
    return id
  }
  const called = writer.label({ name, arguments: '' }, origin)
  writer.called(called, 'arguments', read().text, origin)
  const wire: ToolCall = writer.label({ id, type: 'function', function: called }, origin)
  writeCallFields(writer, setting, call, wire, called)
  into.push(wire)
  return id
}

/**
 * The `tool` message of a call; its files go into `after`, since such a message holds only text (C4). The API
 * has no flag for a failed call: the result's words alone say so.
 */
function writeResult(
  writer: Writer,
  setting: Setting<OpenAIRules>,
  call: PairedCall,
  id: string,
  after: UserPart[],
): ToolMessage {
  const { part, origin, seq } = call.result
  const message = writer.label({ role: 'tool', tool_call_id: id, content: '' } as ToolMessage, origin)
  if (part.name !== undefined && speaksDialect(setting) && !origin.startsWith('c:'))
    writer.data(message, 'name', writer.setting.names.toWire(part.name), origin)
  writeFields(writer, message, part.extra, origin)
  const parts: TextPart[] = []
  for (const content of part.content) {
    const placed = { part: content, origin, seq }
    if (content.kind === 'text') {
      const piece = textPart(writer, placed, content.text)
      writeFields(writer, piece, content.extra, origin)
      parts.push(piece)
    } else if (content.kind === 'data') parts.push(textPart(writer, placed, toJson(content.value)))
    else if (content.kind === 'file' && (content.source.type === 'text' || goesAsFile(setting, content))) {
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
          ? fileLoss(whyNoFile(content), origin)
          : opaqueLoss(content, 'is shown as text', origin),
      )
      writer.edit('reduced')
      parts.push(textPart(writer, placed, words))
    }
  }
  message.content = parts.length === 0 ? '' : (asString(writer, message, 'content', parts) ?? parts)
  return message
}
