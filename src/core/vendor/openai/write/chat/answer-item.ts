import { type BlockItem, isCall, type Placed } from '../../../../ir/block.ts'
import { describeFile } from '../../../../ir/file.ts'
import type { OpaquePart } from '../../../../ir/opaque.ts'
import type { Origin } from '../../../../ir/origin.ts'
import type { Part } from '../../../../ir/part.ts'
import type { ReasoningPart } from '../../../../ir/reasoning.ts'
import { fileLoss, sayOpaque } from '../../../../target/travel.ts'
import { isNewType } from '../../../../target/wire-types.ts'
import { toJson } from '../../../../text/json.ts'
import { addAll } from '../../../../text/list.ts'
import { writeCall } from './call.ts'
import { speaksDialect } from './dialect.ts'
import type { AnswerDraft, AnswerPart } from './draft.ts'
import { writeFields } from './fields.ts'
import { textPart } from './parts.ts'
import { writeThought } from './thought.ts'

const format = 'openai-chat'

/** Writes an item of an answer. Returns whether the item counts as content of the answer; reasoning does not. */
export function writeItem(draft: AnswerDraft, item: BlockItem): boolean {
  const { part, origin } = item
  if (isCall(item)) writeCall(draft, item)
  else if (isAudio(part) && draft.message.audio === undefined) writeAudio(draft, part, origin)
  else if (part.kind === 'reasoning') {
    writeThought(draft, item as Placed<ReasoningPart>)
    return false
  } else {
    const made = writeAnswerPart(draft, item)
    addAll(draft.parts, made)
    return made.length > 0
  }
  return true
}

/** Whether a part is a spoken answer. The API stores its audio under an id. */
const isAudio = (part: Part): part is SpokenPart =>
  part.kind === 'opaque' &&
  part.format === format &&
  part.type === 'audio' &&
  typeof part.payload.id === 'string' &&
  part.payload.id !== ''

type SpokenPart = OpaquePart & { readonly payload: { readonly id: string } }

/**
 * Writes the id of a spoken answer. Its token count is estimated from the transcript, if any: only the server knows it.
 */
function writeAudio({ writer, message }: AnswerDraft, { payload }: SpokenPart, origin: Origin): void {
  const { id, transcript } = payload as { readonly id: string; readonly transcript?: unknown }
  writer.hold(message, 'audio', { id }, origin)
  const words = typeof transcript === 'string' ? transcript : id
  writer.add({ ...writer.setting.counter.text(words), exact: false })
}

function writeAnswerPart({ writer, setting }: AnswerDraft, placed: Placed): AnswerPart[] {
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
    writer.note(fileLoss('an answer cannot hold files', origin))
    writer.edit('reduced')
    return [textPart(writer, placed, describeFile(part))]
  }
  if (part.kind === 'opaque') {
    if (part.format === format && part.inline && isNewType(part.type) && speaksDialect(setting))
      return [writer.verbatim(part.payload, origin) as AnswerPart]
    const words = sayOpaque(writer, placed as Placed<OpaquePart>, 'model')
    return words === '' ? [] : [textPart(writer, placed, words)]
  }
  return part.kind === 'data' ? [textPart(writer, placed, toJson(part.value))] : []
}
