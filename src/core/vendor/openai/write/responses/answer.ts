import type { Placed } from '../../../../ir/block.ts'
import { fieldsLoss } from '../../../../target/left-behind.ts'
import { writePartAsText } from '../../../../target/parts.ts'
import type { Writer } from '../../../../target/writer.ts'
import { toJson } from '../../../../text/json.ts'
import { isOwnId } from '../../rows/items.ts'
import { annotationsOf } from './annotations.ts'
import { envelopeOf } from './content.ts'
import type { InputItem, InputMessage, OutputContent, OutputMessage } from './request.ts'

type Phase = NonNullable<OutputMessage['phase']>

const isPhase = (value: unknown): value is Phase => value === 'commentary' || value === 'final_answer'

/**
 * Writes a text of an answer. A text with an id becomes the API's own kind of message; a text without an id becomes a
 * plain message.
 */
export function writeAnswer(writer: Writer, placed: Placed, items: InputItem[], anonymous: boolean): void {
  const text = writePartAsText(writer, placed, 'model', { noFile: 'an answer cannot hold files' })
  if (text === '') return
  const { id, phase, status } = envelopeOf(placed)
  const said = isPhase(phase) ? { phase } : {}
  if (!isOwnId(id, 'msg') || anonymous) {
    const message = writer.recordOrigin(
      { role: 'assistant', content: '', ...said } as InputMessage,
      placed.origin,
    )
    writer.partText(message, 'content', placed, text)
    // A plain message cannot have annotations.
    if (annotationsOfPart(placed).length > 0) {
      writer.edit('reduced')
      writer.note(fieldsLoss(['annotations'], placed.origin))
    }
    items.push(message)
    return
  }
  const piece = outputPiece(writer, placed, text)
  const last = items.at(-1)
  if (last?.type === 'message' && 'id' in last && last.id === id) last.content.push(piece)
  else {
    const message: OutputMessage = {
      type: 'message',
      id,
      role: 'assistant',
      status: status === 'incomplete' ? status : 'completed',
      content: [piece],
      ...said,
    }
    items.push(writer.recordOrigin(message, placed.origin))
  }
}

/**
 * Returns the annotations of a text. Annotations refer to positions in the text, so a text that was joined from several
 * parts gets none.
 */
const annotationsOfPart = ({ part, runs }: Placed): ReturnType<typeof annotationsOf> =>
  part.kind === 'text' && !runs ? annotationsOf(part.extra) : []

const isRefusal = ({ part }: Placed): boolean =>
  part.kind === 'text' && part.extra?.format === 'openai' && part.extra.fields.type === 'refusal'

/** Writes a text as a content part of the API's own message: a refusal, or a text with its annotations. */
function outputPiece(writer: Writer, placed: Placed, text: string): OutputContent {
  const { origin } = placed
  if (isRefusal(placed)) {
    const refusal: OutputContent = writer.recordOrigin({ type: 'refusal', refusal: '' }, origin)
    writer.partText(refusal, 'refusal', placed, text)
    return refusal
  }
  const piece: OutputContent = writer.recordOrigin({ type: 'output_text', text: '', annotations: [] }, origin)
  writer.partText(piece, 'text', placed, text)
  const annotations = annotationsOfPart(placed)
  if (annotations.length > 0) {
    writer.putUncounted(piece, 'annotations', annotations, origin)
    writer.add({ ...writer.setting.counter.text(toJson(piece.annotations)), exact: false })
  }
  return piece
}
