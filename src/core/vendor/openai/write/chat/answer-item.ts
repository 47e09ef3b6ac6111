import { type BlockItem, isCall, type Placed } from '../../../../ir/block.ts'
import type { OpaquePart } from '../../../../ir/opaque.ts'
import type { Origin } from '../../../../ir/origin.ts'
import type { Part } from '../../../../ir/part.ts'
import { type PartWriters, writePart, writePartAsText } from '../../../../target/parts.ts'
import { sayOpaque } from '../../../../target/travel.ts'
import { isNewType } from '../../../../target/wire-types.ts'
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
  else {
    const made = writePart(pieces, draft, item)
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
 * Writes the id of a spoken answer. Its tokens are estimated from the transcript, if there is one. Only the server
 * knows the exact number.
 */
function writeAudio({ writer, message }: AnswerDraft, { payload }: SpokenPart, origin: Origin): void {
  const { id, transcript } = payload as { readonly id: string; readonly transcript?: unknown }
  writer.putUncounted(message, 'audio', { id }, origin)
  const words = typeof transcript === 'string' ? transcript : id
  writer.add({ ...writer.setting.counter.text(words), exact: false })
}

const answerText = ({ writer }: AnswerDraft, placed: Placed): AnswerPart[] => [
  textPart(
    writer,
    placed,
    writePartAsText(writer, placed, 'model', { noFile: 'an answer cannot hold files' }),
  ),
]

const pieces: PartWriters<AnswerDraft, AnswerPart[]> = {
  text({ writer }, placed) {
    const { part, origin } = placed
    if (part.text === '') return []
    if (part.extra?.format !== format || part.extra.fields.type !== 'refusal') {
      const piece = textPart(writer, placed, part.text)
      writeFields(writer, piece, part.extra, origin, true)
      return [piece]
    }
    const refusal = writer.recordOrigin({ type: 'refusal', refusal: '' } as const, origin)
    writer.putText(refusal, 'refusal', [[part.text, origin]])
    return [refusal]
  },
  data: answerText,
  file: answerText,
  opaque({ writer, setting }, placed) {
    const { part, origin } = placed
    if (part.format === format && part.inline && isNewType(part.type) && speaksDialect(setting))
      return [writer.copyAnswerItem(part.payload, origin) as AnswerPart]
    const words = sayOpaque(writer, placed, 'model')
    return words === '' ? [] : [textPart(writer, placed, words)]
  },
  // Reasoning does not count as content.
  reasoning(draft, placed) {
    writeThought(draft, placed)
    return []
  },
}
