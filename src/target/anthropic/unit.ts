import { type Block, isCall, type PairedCall, type Placed } from '../../ir/block.ts'
import { formula } from '../../ir/count.ts'
import { describeFile } from '../../ir/describe-file.ts'
import type { FilePart } from '../../ir/file.ts'
import type { JsonObject } from '../../ir/json.ts'
import type { AnthropicRules } from '../../ir/model.ts'
import type { OpaquePart } from '../../ir/opaque.ts'
import type { Origin } from '../../ir/origin.ts'
import { isServerCall, isServerResult, type ServerBlock } from '../../ir/provider-call.ts'
import type { ReasoningPart } from '../../ir/reasoning.ts'
import { isTooDeep } from '../../text/depth.ts'
import { toJson } from '../../text/json.ts'
import { isWellFormedJson } from '../../text/well-formed.ts'
import { fence } from '../../trust/fence.ts'
import { prepareCall } from '../call.ts'
import { noteNewItem } from '../new-item.ts'
import type { Fragment, Setting, UnitOptions } from '../target.ts'
import { fileLoss, opaqueLoss, reasoningLoss, reasoningTravels, sayOpaque } from '../travel.ts'
import { Writer } from '../writer.ts'
import { reads } from './models.ts'
import { opaqueTravels, waiting } from './opaque.ts'
import type { ContentBlock, Message, ToolUseBlock } from './request.ts'
import { cited, writeFile, writeResult, writeText, writeWords } from './result.ts'
import { isThinking } from './thinking.ts'

const legalId = /^[a-zA-Z0-9_-]{1,64}$/

const noWait: ReturnType<typeof waiting> = { calls: [], results: [] }

/** Writes a unit as messages: an assistant's answer and the results of its calls, or a user's words. */
export function emitUnit(setting: Setting<AnthropicRules>, block: Block, options: UnitOptions): Fragment {
  const writer = new Writer(setting, block.trust)
  const citations = setting.agent.outputSchema === undefined
  const content: ContentBlock[] = []
  const ids = new Map<PairedCall, string>()
  const unfit = unfitItems(setting, block)
  // Thinking whose neighbours changed is refused, so that an answer keeps all of it or none (A8).
  const thinks = options.reasoning && (block.role !== 'model' || unfit.size === 0)
  for (const item of block.items) {
    if (isCall(item)) ids.set(item, writeCall(writer, item, content))
    else writePart(writer, setting, item, block, { ...options, reasoning: thinks }, content, citations, unfit)
  }
  if (block.role === 'model') dropTrailingThinking(writer, content, block)
  if (content.length === 0) return writer.fragment([])
  const origin = block.items[0]?.origin ?? 'c:message'
  const role = block.role === 'model' ? 'assistant' : block.role === 'developer' ? 'system' : 'user'
  const messages: Message[] = [writer.label({ role, content } as Message, origin)]
  const answers = block.answers.map(call => writeResult(writer, call, ids.get(call) as string, citations))
  if (answers.length > 0)
    messages.push(writer.label({ role: 'user', content: answers }, block.answers[0]?.result.origin as string))
  // A late system text may have to be fenced, each block by itself: the bound holds either way.
  if (role === 'system')
    for (const { type } of content) if (type === 'text') writer.add(formula(0, fenceCost))
  const { calls, results } = block.role === 'model' ? waiting(content) : noWait
  return { ...writer.fragment(messages, content.filter(isThinking).length), waits: calls, settles: results }
}

const { open, close } = fence('', 'developer')

/** Tokens of a fence's two tags at the most: a token is a character or more, and hashes are of one length. */
const fenceCost = open.length + close.length

function writeCall(writer: Writer, call: PairedCall, into: ContentBlock[]): string {
  const { part, origin } = call
  const { id, name, arguments: read } = prepareCall(writer, call, given => legalId.test(given))
  const block = writer.label({ type: 'tool_use', id, name, input: {} } as ToolUseBlock, origin)
  const { value, text } = read()
  writer.value(block, 'input', value, text, origin)
  writer.fields(block, part.extra, 'anthropic')
  into.push(block)
  return id
}

function writePart(
  writer: Writer,
  setting: Setting<AnthropicRules>,
  placed: Placed,
  block: Block,
  options: UnitOptions,
  into: ContentBlock[],
  citations: boolean,
  unfit: ReadonlyMap<unknown, string>,
): void {
  const { part, origin } = placed
  switch (part.kind) {
    case 'text':
      return writeWords(writer, placed, part, into, citations)
    case 'reasoning':
      return writeReasoning(writer, setting, placed as Placed<ReasoningPart>, options, into)
    case 'file':
      if (part.source.type === 'text' && block.role !== 'user')
        return writeText(writer, placed, part.source.text, into)
      if (block.role === 'user') return writeFile(writer, placed as Placed<FilePart>, into, citations)
      writer.note(fileLoss(`it stands in a ${block.role} message`, origin))
      writer.edit('reduced')
      return writeText(writer, placed, describeFile(part), into)
    case 'opaque':
      return writeOpaque(writer, placed as Placed<OpaquePart>, block.role, into, citations, unfit.get(placed))
    default:
      return writeText(writer, placed, toJson(part.kind === 'data' ? part.value : part), into)
  }
}

function writeReasoning(
  writer: Writer,
  setting: Setting<AnthropicRules>,
  placed: Placed<ReasoningPart>,
  options: UnitOptions,
  into: ContentBlock[],
): void {
  const { part, origin } = placed
  const { goes, note } = reasoningTravels(placed, {
    format: 'anthropic',
    model: setting.model,
    reads: producer => reads(setting.facts, setting.model, producer),
    isUnknown: setting.facts.family === 'unknown',
  })
  const sealed = part.native?.payload
  // A sealed block cannot be repaired: one that is not well-formed UTF-8 is dropped.
  const whole = sealed !== undefined && isWhole(sealed) && !isTooDeep(sealed) && isWellFormedJson(sealed)
  if (goes && whole && options.reasoning && setting.facts.reasoning) {
    if (note) writer.note(note)
    into.push(sealedBlock(writer, sealed, origin))
    return
  }
  writer.edit('reasoning-omitted')
  if (!goes && note) return writer.note(note)
  if (!setting.facts.reasoning) return writer.note(reasoningLoss('model does not reason', origin))
  const broken = sealed !== undefined && isUnsigned(sealed) ? 'it has no signature' : 'no form to replay'
  writer.note(reasoningLoss(whole ? 'what precedes it changed' : broken, origin))
}

/** Thinking as it came: its words are text, its signature and what is redacted are sealed. */
function sealedBlock(writer: Writer, payload: JsonObject, origin: Origin): ContentBlock {
  const { counter } = writer.setting
  const { type, thinking, signature, data } = payload
  // Other fields are refused, and nobody signed them.
  const block = type === 'thinking' ? { type, thinking, signature } : { type, data }
  if (typeof thinking === 'string') writer.add(counter.text(thinking))
  writer.add(counter.sealed(String(signature ?? data)))
  return writer.label(block, origin) as unknown as ContentBlock
}

/** Whether nobody signed a block of thinking. */
const isUnsigned = ({ type, signature }: JsonObject): boolean =>
  type === 'thinking' && (signature === undefined || signature === null || signature === '')

/** Whether a block is one that the API takes back (A8). */
const isWhole = ({ type, thinking, signature, data }: JsonObject): boolean =>
  type === 'thinking'
    ? typeof thinking === 'string' && typeof signature === 'string' && signature !== ''
    : typeof data === 'string' && data !== ''

function writeOpaque(
  writer: Writer,
  placed: Placed<OpaquePart>,
  role: Block['role'],
  into: ContentBlock[],
  citations: boolean,
  why: string | undefined,
): void {
  const { part, origin } = placed
  if (part.format === 'anthropic' && why === undefined) {
    if (role !== 'model') noteNewItem(writer, part, origin)
    const wire =
      role === 'model'
        ? writer.verbatim(part.payload, origin)
        : writer.replay(cited(part.payload, citations), origin)
    into.push(wire as ContentBlock)
  } else if (why === 'is empty') {
    writer.edit('reduced')
    writer.note(opaqueLoss(part, why, origin))
  } else writeText(writer, placed, sayOpaque(writer, placed, role, why), into)
}

/** Items of Anthropic's own that cannot be sent as such, and why: a result goes the way of its call. */
function unfitItems(setting: Setting<AnthropicRules>, block: Block): ReadonlyMap<unknown, string> {
  const unfit = new Map<unknown, string>()
  const calls = new Map<string | undefined, string>()
  for (const item of block.items) {
    const { part } = item
    if (part.kind !== 'opaque' || part.format !== 'anthropic') continue
    const wire = part.payload as unknown as ServerBlock
    const why = opaqueTravels(part, setting, block.role)
    const because = why ?? (isServerResult(part) ? calls.get(wire.tool_use_id) : undefined)
    if (because === undefined) continue
    unfit.set(item, because)
    if (isServerCall(part)) calls.set(wire.id, because)
  }
  return unfit
}

/** Thinking that nothing follows is refused, as is an answer of thinking alone. */
function dropTrailingThinking(writer: Writer, content: ContentBlock[], block: Block): void {
  for (let last = content.at(-1); isThinking(last); last = content.at(-1)) {
    content.pop()
    writer.edit('reasoning-omitted')
    writer.note(reasoningLoss('what it led to is gone', writer.originOf(last, block)))
  }
}
