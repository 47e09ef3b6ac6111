import type { OpaqueLoss } from '../../../../diag/opaque.ts'
import { type Block, isCall, type PairedCall, type Placed } from '../../../../ir/block.ts'
import type { OpenAIRules } from '../../../../ir/model.ts'
import type { OpaquePart } from '../../../../ir/opaque.ts'
import { recordNewLinkIds } from '../../../../target/link-id.ts'
import { noteNewItem } from '../../../../target/new-item.ts'
import type { Setting, UnitOptions } from '../../../../target/target.ts'
import { opaqueLoss, requiresReasoningSent, sayOpaque, serverItemAsText } from '../../../../target/travel.ts'
import type { Writer } from '../../../../target/writer.ts'
import { addAll } from '../../../../text/list.ts'
import { writeAnswer } from './answer.ts'
import { writeCall, writeOutput } from './call.ts'
import { nameAudio } from './content.ts'
import { nameUnknownFields } from './item-fields.ts'
import { makeLinksLegal } from './links.ts'
import { isUserMessage, replayedItem, whyOpenAIItemUnsendable } from './opaque.ts'
import { isModelItem } from './order.ts'
import { selectReasoning, writeThought } from './reasoning.ts'
import type { InputItem, InputMessage } from './request.ts'

const format = 'openai'

/**
 * Whether items of this type answer an item of the model. The model did not write the content of these items, even if a
 * response contains them.
 */
const isAnswerItem = (type: string): boolean => /_(output|response)$/.test(type)

/** Writes an OpenAI-specific item of any author. An item that cannot be sent becomes text or is dropped. */
export function writeOpaque(
  writer: Writer,
  setting: Setting<OpenAIRules>,
  placed: Placed,
  options: UnitOptions,
  role: Block['role'],
): InputItem[] {
  const { part, origin } = placed
  if (part.kind !== 'opaque') return []
  const why = whyOpenAIItemUnsendable(part, setting, options)
  if (why === null) {
    if (role !== 'model') noteNewItem(writer, part, origin)
    const given = nameAudio(writer, replayedItem(part), placed)
    nameUnknownFields(writer, part.payload, part.type, origin)
    const item = makeLinksLegal(writer, given, origin)
    // The content of a compaction is entirely encrypted.
    const sealed = part.type === 'compaction'
    const own = role === 'model' && isModelItem(part.type) && !isAnswerItem(part.type) && !isUserMessage(part)
    const wire = own
      ? writer.copyAnswerItem(item, origin, sealed)
      : writer.copyCallerItem(item, origin, sealed)
    recordNewLinkIds(writer, wire, given, item)
    for (const [key, at] of Object.entries(placed.elsewhere ?? {}))
      writer.setting.origins.recordKey(wire, key, at)
    return [wire as InputItem]
  }
  return writeInWords(writer, placed as Placed<OpaquePart>, why, role)
}

/**
 * Writes an item that cannot be sent in its own form. A server tool's item becomes text; any other item is dropped,
 * because it has no text.
 */
function writeInWords(
  writer: Writer,
  placed: Placed<OpaquePart>,
  why: OpaqueLoss,
  role: Block['role'],
): InputItem[] {
  const { part, origin } = placed
  if (why === 'never stored' || serverItemAsText(part).trim() === '') {
    writer.note(opaqueLoss(part, why, origin))
    writer.edit('reduced')
    return []
  }
  const speaker = role === 'model' ? 'assistant' : 'user'
  const message = writer.recordOrigin({ role: speaker, content: '' } as InputMessage, origin)
  writer.partText(message, 'content', placed, sayOpaque(writer, placed, role, why))
  return [message]
}

/** Writes an answer as items, followed by the outputs of its calls. */
export function emitResponse(
  writer: Writer,
  setting: Setting<OpenAIRules>,
  block: Block,
  options: UnitOptions,
): InputItem[] {
  const { wire, bereft } = selectReasoning(writer, setting, block, options)
  const items: InputItem[] = []
  const ids = new Map<PairedCall, string>()
  for (const item of block.items) {
    if (isCall(item)) ids.set(item, writeCall(writer, item, items, bereft.has(item)))
    else if (item.part.kind === 'reasoning') {
      const thought = wire.get(item)
      if (thought) items.push(writeThought(writer, item, thought))
    } else if (item.part.kind === 'opaque' && item.part.format === format && !item.part.inline) {
      if (bereft.has(item) && requiresReasoningSent(item.part)) {
        const why = 'reasoning missing'
        addAll(items, writeInWords(writer, item as Placed<OpaquePart>, why, block.role))
      } else addAll(items, writeOpaque(writer, setting, item, options, block.role))
    } else writeAnswer(writer, item, items, bereft.has(item))
  }
  for (const call of block.answers) items.push(writeOutput(writer, call, ids.get(call) as string))
  return items
}
