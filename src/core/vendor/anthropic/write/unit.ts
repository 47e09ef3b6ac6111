import type { OpaqueLoss } from '../../../diag/opaque.ts'
import { type Block, isCall, type PairedCall, type Placed } from '../../../ir/block.ts'
import { formulaCount } from '../../../ir/count.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../ir/json.ts'
import type { AnthropicRules } from '../../../ir/model.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import type { Part } from '../../../ir/part.ts'
import { isServerCall, isServerResult, type ServerBlock } from '../../../ir/provider-call.ts'
import { prepareCall } from '../../../target/call.ts'
import { movedMedia } from '../../../target/moved-media.ts'
import { noteNewItem } from '../../../target/new-item.ts'
import { type PartWriters, writePart, writePartAsText } from '../../../target/parts.ts'
import { sharedMark } from '../../../target/shared-mark.ts'
import type { Fragment, Setting, UnitOptions } from '../../../target/target.ts'
import { opaqueLoss, sayOpaque } from '../../../target/travel.ts'
import { Writer } from '../../../target/writer.ts'
import { contextTags } from '../../../trust/fence.ts'
import { isOnlySignedCompaction } from './compaction.ts'
import type { MessageDraft } from './draft.ts'
import { writeFile } from './file.ts'
import { unpairedIds, whyAnthropicItemUnsendable, withoutGhosts } from './opaque.ts'
import { dropTrailingThinking, writeReasoning } from './reasoning.ts'
import type { ContentBlock, Message, ToolUseBlock } from './request.ts'
import { writeResult } from './result.ts'
import { isThinking } from './thinking.ts'
import { dropCitations, writeText, writeWords } from './words.ts'

const legalId = /^[a-zA-Z0-9_-]{1,64}$/

const noWait: ReturnType<typeof unpairedIds> = { calls: [], results: [] }

/**
 * Writes a unit as messages: an assistant's answer and the results of its calls, or one message of a user or the
 * developer.
 */
export function emitUnit(setting: Setting<AnthropicRules>, given: Block, options: UnitOptions): Fragment {
  const writer = new Writer(setting, given.trust)
  const kept = unfitItems(setting, given)
  const lost = new Map(given.items.map(item => [item.part as unknown, kept.get(item) ?? null]))
  const block = movedMedia(writer, given, (part, place) => {
    if (part.format !== 'anthropic') return 'no equivalent'
    return place === 'block' ? (lost.get(part) ?? null) : whyAnthropicItemUnsendable(part, setting, 'result')
  })
  const content: ContentBlock[] = []
  const ids = new Map<PairedCall, string>()
  const unfit = unfitItems(setting, block)
  const draft: MessageDraft = {
    writer,
    setting,
    block,
    into: content,
    citations: setting.agent.outputSchema === undefined,
    // The API refuses thinking if the blocks next to it changed, so an answer keeps either all its thinking or none
    // (rule A8).
    thinks: options.reasoning && (block.role !== 'model' || kept.size === 0),
    unfit,
  }
  for (const [index, item] of block.items.entries()) {
    if (isCall(item)) ids.set(item, writeCall(draft, item))
    else writePart(blocks, draft, item)
    if (block.items[index + 1]?.seq !== item.seq) markLastBlock(draft, item)
  }
  if (block.role === 'model') dropTrailingThinking(draft)
  const settings = block.role === 'developer' ? systemMessageSettings(draft) : {}
  const sets = isObject(settings.output_config) && Object.keys(settings.output_config).length > 0
  if (content.length === 0 && !sets) return writer.finishFragment([])
  const origin = block.items[0]?.origin ?? 'c:message'
  const role = block.role === 'model' ? 'assistant' : block.role === 'developer' ? 'system' : 'user'
  const messages: Message[] = [writer.recordOrigin({ role, content, ...settings } as Message, origin)]
  const answers = block.answers.map(call => writeResult(draft, call, ids.get(call) as string))
  if (answers.length > 0)
    messages.push(
      writer.recordOrigin({ role: 'user', content: answers }, block.answers[0]?.result.origin as string),
    )
  // Late system text may have to be fenced, so the upper bound includes the tags of each text block.
  if (role === 'system')
    for (const { type } of content) if (type === 'text') writer.add(formulaCount(0, fenceCost))
  const { calls, results } = block.role === 'model' ? unpairedIds(content) : noWait
  return {
    ...writer.finishFragment(messages, content.filter(isThinking).length),
    waits: calls,
    settles: results,
    ...(messages.length === 1 && isOnlySignedCompaction(messages[0] as Message) && { leads: true }),
  }
}

const { open, close } = contextTags('', 'developer')

/**
 * Upper bound of the tokens of a fence's two tags. A token is at least one character, and every tag has a hash of fixed
 * length.
 */
const fenceCost = open.length + close.length

/** Returns the settings of a system message: when its text expires, and the effort that applies from the message on. */
function systemMessageSettings({ writer, setting, block, unfit }: MessageDraft): JsonObject {
  if (!setting.facts.rules.midSystem) return {}
  const settings: Record<string, JsonValue> = {}
  for (const item of block.items) {
    const { part, origin, envelope } = item
    const { clear_at, output_config } = envelope?.format === 'anthropic' ? envelope.fields : {}
    if (typeof clear_at === 'string') settings.clear_at = clear_at
    // An empty `output_config` sets nothing, but is kept, because later reasoning is bound to it.
    if (isObject(output_config)) writer.putUncounted(settings, 'output_config', output_config, origin)
    if (isEffortPart(part) && !unfit.has(item))
      writer.putJson(settings, 'output_config', part.payload.output_config as JsonValue, origin)
  }
  return settings
}

/** Whether a part is the effort setting of a system message. */
const isEffortPart = (part: Part): part is OpaquePart =>
  part.kind === 'opaque' && part.format === 'anthropic' && part.type === 'output_config'

/** Puts the cache mark of a whole message on its last block, as gateways to Claude do. */
function markLastBlock({ writer, into }: MessageDraft, { envelope, origin }: Placed): void {
  const mark = sharedMark(envelope, 'anthropic')
  const last = into.at(-1)
  if (mark !== undefined && last !== undefined && !isThinking(last) && !('cache_control' in last))
    writer.putUncounted(last, 'cache_control', mark, origin)
}

function writeCall({ writer, into }: MessageDraft, call: PairedCall): string {
  const { part, origin } = call
  const { id, name, arguments: read } = prepareCall(writer, call, given => legalId.test(given))
  const block = writer.recordOrigin({ type: 'tool_use', id, name, input: {} } as ToolUseBlock, origin)
  const { value, text } = read()
  writer.putArgumentsJson(block, 'input', value, text, origin)
  writer.copyExtraFields(block, part.extra, 'anthropic')
  into.push(block)
  return id
}

const writeUserPart = (draft: MessageDraft, placed: Placed): void =>
  writeText(draft, placed, writePartAsText(draft.writer, placed, draft.block.role))

const blocks: PartWriters<MessageDraft, void> = {
  text: (draft, placed) => writeWords(draft, placed, placed.part),
  data: writeUserPart,
  file: (draft, placed) =>
    draft.block.role === 'user' ? writeFile(draft, placed) : writeUserPart(draft, placed),
  opaque: writeOpaque,
  reasoning: writeReasoning,
}

function writeOpaque(draft: MessageDraft, placed: Placed<OpaquePart>): void {
  const { writer, into, citations } = draft
  const { role } = draft.block
  const { part, origin } = placed
  const why = draft.unfit.get(placed)
  // The effort is a field of the message, not a block.
  if (isEffortPart(part) && why === undefined) return
  if (part.format === 'anthropic' && why === undefined) {
    if (role !== 'model') noteNewItem(writer, part, origin)
    const { payload, dropped } = withoutGhosts(part.payload, draft.setting)
    if (dropped > 0) {
      writer.edit('reduced')
      writer.note(opaqueLoss({ ...part, type: 'tool_reference' }, 'undeclared tool', origin, 'dropped'))
    }
    const wire =
      role === 'model'
        ? writer.copyAnswerItem(payload, origin)
        : writer.copyCallerItem(dropCitations(payload, citations), origin)
    into.push(wire as ContentBlock)
  } else if (why === 'empty') {
    writer.edit('reduced')
    writer.note(opaqueLoss(part, why, origin))
  } else writeText(draft, placed, sayOpaque(writer, placed, role, why))
}

/**
 * Returns the Anthropic-specific items that cannot be sent unchanged, each with the reason. If a call cannot be sent,
 * neither can its result.
 */
function unfitItems(setting: Setting<AnthropicRules>, block: Block): ReadonlyMap<unknown, OpaqueLoss> {
  const unfit = new Map<unknown, OpaqueLoss>()
  const calls = new Map<string | undefined, OpaqueLoss>()
  for (const item of block.items) {
    const { part } = item
    if (part.kind !== 'opaque' || part.format !== 'anthropic') continue
    const wire = part.payload as unknown as ServerBlock
    const why = whyAnthropicItemUnsendable(part, setting, block.role)
    const because = why ?? (isServerResult(part) ? calls.get(wire.tool_use_id) : undefined)
    if (because === undefined) continue
    unfit.set(item, because)
    if (isServerCall(part)) calls.set(wire.id, because)
  }
  return unfit
}
