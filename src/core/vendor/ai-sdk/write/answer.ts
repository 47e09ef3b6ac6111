import type { OpaqueLoss } from '../../../diag/opaque.ts'
import { type Block, type BlockItem, isCall, type PairedCall, type Placed } from '../../../ir/block.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import type { Run } from '../../../ir/origin.ts'
import { prepareCall } from '../../../target/call.ts'
import { recordNewLinkIds } from '../../../target/link-id.ts'
import { type PartWriters, writePart, writePartAsText } from '../../../target/parts.ts'
import type { Fragment, Setting, UnitOptions } from '../../../target/target.ts'
import { opaqueLoss, reasoningLoss } from '../../../target/travel.ts'
import type { Writer } from '../../../target/writer.ts'
import { addAll } from '../../../text/list.ts'
import { copyJson } from '../../../text/well-formed.ts'
import { plainTextAsString } from '../../openai/write/shared/pieces.ts'
import { convertDecidedCalls, linkApproval } from './approvals.ts'
import { filePart } from './file.ts'
import { withoutItemId } from './items.ts'
import { isLegalId } from './legal-id.ts'
import type { AISDKRules } from './models.ts'
import { isApproval, isBookkeeping, ProviderPairs, whySDKPartUnsendable } from './opaque.ts'
import { writeReasoning } from './reasoning.ts'
import type {
  AssistantMessage,
  AssistantPart,
  FilePart,
  ModelMessage,
  ToolCallPart,
  ToolMessage,
} from './request.ts'
import { writeResult } from './result.ts'
import { fieldsOfItems } from './seals.ts'
import { isCustomTool } from './tools.ts'
import { copySDKFields, textPart } from './words.ts'

const format = 'ai-sdk'

/** Separator between a text and a neighbouring provider item that is written as text. */
const between: Run = ['\n\n', 'c:join']

/** Answer under construction, with the parts of the tool message after it. */
interface Draft {
  readonly writer: Writer
  readonly setting: Setting<AISDKRules>
  readonly block: Block
  readonly options: UnitOptions
  readonly items: readonly BlockItem[]
  readonly content: AssistantPart[]
  /** Texts that were written in place of a provider's items. */
  readonly fromItems: Set<AssistantPart>
  /** Responses to approval requests. They come before the results in the tool message. */
  readonly approvals: object[]
}

/** Writes an answer, followed by the results of its calls. */
export function emitAnswer(
  writer: Writer,
  setting: Setting<AISDKRules>,
  block: Block,
  options: UnitOptions,
): Fragment {
  const items = convertDecidedCalls(block, options)
  const draft: Draft = {
    ...{ writer, setting, block, options, items },
    ...{ content: [], fromItems: new Set<AssistantPart>(), approvals: [] },
  }
  const { content, approvals } = draft
  const names = new Map<PairedCall, readonly [id: string, name: string]>()
  for (const item of items) {
    if (isCall(item)) names.set(item, writeCall(draft, item))
    else writePart(parts, draft, item)
  }
  dropUnpaired(draft)
  dropTrailingReasoning(draft)
  dropBereft(draft)
  const origin = block.items[0]?.origin
  if (origin === undefined || content.every(part => isBookkeeping(part))) return writer.finishFragment([])
  const [before, own] = divideAnswer(draft)
  const message = writer.recordOrigin({ role: 'assistant', content: '' } as AssistantMessage, origin)
  // Fields of a whole message describe the message's end, so the last part's fields are used.
  const last = block.items.findLast(({ envelope }) => envelope)
  writer.copyExtraFields(message, last?.envelope, format, last?.origin)
  message.content = plainTextAsString(writer, message, 'content', own) ?? own
  const after: FilePart[] = []
  // The AI SDK looks for approval responses only in the last message, so nothing may follow them.
  const mayFollow = items.every((item, place) => item === block.items[place])
  const sink = { writer, rules: setting.facts.rules, after, mayFollow }
  const results = block.answers.map(call => {
    const [id, name] = names.get(call) as readonly [string, string]
    return writeResult(sink, call, id, name)
  })
  const messages: ModelMessage[] = [...before, message]
  const answered = [...approvals, ...results] as ToolMessage['content']
  const from = block.answers[0]?.result.origin ?? origin
  if (answered.length > 0) messages.push(writer.recordOrigin({ role: 'tool', content: answered }, from))
  if (after.length > 0) messages.push(writer.recordOrigin({ role: 'user', content: after }, 'c:moved-files'))
  const { calls: waits, results: settles } = new ProviderPairs(content).halves()
  const thoughts = content.filter(({ type }) => type === 'reasoning').length
  return { ...writer.finishFragment(messages, thoughts), waits, settles }
}

/**
 * Splits an answer for a package that drops the text of an answer with calls. The texts become a separate message
 * before the main message. Returns the separate message, if there is one, and the parts of the main message.
 */
function divideAnswer({
  writer,
  setting,
  content,
}: Draft): readonly [before: readonly ModelMessage[], own: AssistantPart[]] {
  const isDivided =
    setting.facts.rules.reader.textOrCalls === true && content.some(({ type }) => type === 'tool-call')
  const texts = isDivided ? content.filter(({ type }) => type === 'text') : []
  if (texts.length === 0) return [[], content]
  const said = writer.recordOrigin(
    { role: 'assistant', content: '' } as AssistantMessage,
    setting.origins.originsIn(texts[0] as AssistantPart).whole ?? 'c:message',
  )
  said.content = plainTextAsString(writer, said, 'content', texts) ?? texts
  return [[said], content.filter(part => !texts.includes(part))]
}

/** Writes a provider-specific part as text of the answer. */
function writeAnswerText(draft: Draft, placed: Placed, why: OpaqueLoss = 'no equivalent'): void {
  const { writer, setting, content } = draft
  const { rules } = setting.facts
  const words = writePartAsText(writer, placed, 'model', { why })
  const isItem = placed.part.kind !== 'text'
  const before = content.findLast(({ type }) => type === 'text')
  // A package that joins the texts of an answer would join an item's text to its neighbours without a break.
  const isApart =
    rules.reader.joinsTexts === true && before !== undefined && (isItem || draft.fromItems.has(before))
  const runs: readonly Run[] = placed.runs ?? [[words, placed.origin]]
  const said = isApart ? { ...placed, runs: [between, ...runs] } : placed
  const text = textPart(writer, rules, said, words)
  if (text === null) return
  if (isItem) draft.fromItems.add(text)
  content.push(text)
}

const parts: PartWriters<Draft, void> = {
  text: (draft, placed) => writeAnswerText(draft, placed),
  data: (draft, placed) => writeAnswerText(draft, placed),
  reasoning(draft, placed) {
    const { writer, setting, options, content } = draft
    const beside = setting.facts.rules.reader.reasoning.answerSeals === true ? fieldsOfItems(draft.block) : []
    addAll(content, writeReasoning(writer, setting, placed, options, beside))
  },
  opaque(draft, placed) {
    const why = whySDKPartUnsendable(placed.part, draft.setting.facts.rules)
    if (why === null) writeOpaque(draft, placed)
    else writeAnswerText(draft, placed, why)
  },
  file(draft, placed) {
    const { rules } = draft.setting.facts
    const goes = rules.vendor === 'google' && /^(base64|id)$/.test(placed.part.source.type)
    const file = goes ? filePart(draft.writer, placed, rules) : null
    if (file === null) writeAnswerText(draft, placed)
    else draft.content.push(file)
  },
}

/** Writes a part of a type that ctxc does not read. The part is sent unchanged. */
function writeOpaque({ writer, items, content, approvals }: Draft, placed: Placed<OpaquePart>): void {
  const { part, origin } = placed
  const payload = isApproval(part.type) ? linkApproval(writer, placed, items) : part.payload
  // The user, not the model, wrote the response to an approval request.
  const given = part.type === 'tool-approval-response'
  const wire = given
    ? writer.copyCallerItem(payload, origin)
    : isBookkeeping(payload)
      ? writer.recordOrigin(copyJson(payload), origin)
      : writer.copyAnswerItem(payload, origin)
  recordNewLinkIds(writer, wire, part.payload, payload)
  if (given) approvals.push(wire)
  else content.push(wire as AssistantPart)
}

function writeCall({ writer, setting, content }: Draft, call: PairedCall): readonly [string, string] {
  const { part, origin } = call
  const { id, name, arguments: read } = prepareCall(writer, call, isLegalId)
  const wire = writer.recordOrigin(
    { type: 'tool-call', toolCallId: id, toolName: name, input: {} } as ToolCallPart,
    origin,
  )
  if (part.freeform && typeof part.arguments === 'string' && isCustomTool(setting, name))
    writer.putArgumentsText(wire, 'input', part.arguments, origin)
  else {
    const { value, text } = read()
    writer.putArgumentsJson(wire, 'input', value, text, origin)
  }
  copySDKFields(writer, wire, part.extra)
  content.push(wire)
  return [id, name]
}

/**
 * Drops calls without a result, and results without a call. Only a session's last answer may have a provider-run call
 * without a result. Pairs of Claude's tools may span several answers, so they are checked after all messages are
 * written.
 */
function dropUnpaired({ writer, content, approvals, options, block, setting }: Draft): void {
  const pairs = new ProviderPairs(content)
  const { vendor } = setting.facts.rules
  // A tool can only be running if nothing but calls and approvals follows its call.
  const said = content.findLastIndex(({ type }) => type !== 'tool-call' && !isApproval(type))
  const lone = content.filter(
    (part, place) =>
      (pairs.isStray(part) && (vendor !== 'anthropic' || isApproval(part.type))) ||
      (vendor !== 'openai' &&
        vendor !== 'anthropic' &&
        pairs.isUnresolved(part) &&
        (!options.last || place < said)),
  )
  filterInPlace(content, part => !lone.includes(part))
  const asked = new Set(content.filter(({ type }) => isApproval(type)).map(approvalIdOf))
  const unasked = approvals.filter(answer => !asked.has(approvalIdOf(answer)))
  filterInPlace(approvals, answer => !unasked.includes(answer))
  for (const part of [...lone, ...unasked]) {
    const { type } = part as { readonly type: string }
    const at = writer.originOf(part, block)
    writer.edit('reduced')
    writer.note(opaqueLoss({ kind: 'opaque', format, type, payload: {} }, 'half missing', at))
  }
}

/** Returns the id that an approval response shares with its request. */
const approvalIdOf = (part: object): unknown => (part as { readonly approvalId?: unknown }).approvalId

function filterInPlace<T>(list: T[], wanted: (item: T) => boolean): void {
  const kept = list.filter(wanted)
  list.length = 0
  addAll(list, kept)
}

/** Drops reasoning at the end of an answer, because converters refuse reasoning without a part after it. */
function dropTrailingReasoning({ writer, content, block }: Draft): void {
  const isSilent = (part: AssistantPart): boolean => isApproval(part.type) || isBookkeeping(part)
  for (
    let last = content.findLastIndex(part => !isSilent(part));
    content[last]?.type === 'reasoning';
    last--
  ) {
    const [thought] = content.splice(last, 1)
    writer.edit('reasoning-omitted')
    writer.note(reasoningLoss('what it led to is gone', writer.originOf(thought, block)))
  }
}

/**
 * Drops the OpenAI item ids of texts whose reasoning was dropped, because OpenAI refuses the ids without the reasoning
 * (rule R3).
 */
function dropBereft({ content, block, setting }: Draft): void {
  if (setting.facts.rules.vendor !== 'openai') return
  const thought = block.items.some(({ part }) => part.kind === 'reasoning')
  if (!thought || content.some(({ type }) => type === 'reasoning')) return
  for (const [place, part] of content.entries())
    if (part.type === 'text') content[place] = withoutItemId(part, setting.origins)
}
