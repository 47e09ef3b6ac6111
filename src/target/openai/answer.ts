import type { Placed } from '../../ir/block.ts'
import { describeFile } from '../../ir/describe-file.ts'
import type { OpaquePart } from '../../ir/opaque.ts'
import { toJson } from '../../text/json.ts'
import { fileLoss, sayOpaque } from '../travel.ts'
import type { Writer } from '../writer.ts'
import { annotationsOf } from './annotations.ts'
import { envelopeOf } from './content.ts'
import { isOwnId } from './opaque.ts'
import type { InputItem, InputMessage, OutputContent, OutputMessage } from './request.ts'

type Phase = NonNullable<OutputMessage['phase']>

const isPhase = (value: unknown): value is Phase => value === 'commentary' || value === 'final_answer'

/** The words of a part that stands in an answer. */
function wordsOf(writer: Writer, placed: Placed): string {
  const { part, origin } = placed
  if (part.kind === 'text') return part.text
  if (part.kind === 'data') return toJson(part.value)
  if (part.kind === 'file' && part.source.type === 'text') return part.source.text
  if (part.kind === 'opaque') return sayOpaque(writer, placed as Placed<OpaquePart>, 'model')
  if (part.kind !== 'file') return ''
  writer.edit('reduced')
  writer.note(fileLoss('it stands in an answer', origin))
  return describeFile(part)
}

/** Words of an answer: as the API gave them, with their id, or without one as a plain message. */
export function writeAnswer(writer: Writer, placed: Placed, items: InputItem[], anonymous: boolean): void {
  const { part, origin } = placed
  const text = wordsOf(writer, placed)
  if (text === '') return
  const { id, phase, status } = envelopeOf(placed)
  const said = isPhase(phase) ? { phase } : {}
  // They point into the words: where those were put together anew, they would point elsewhere.
  const annotations = part.kind === 'text' && !placed.runs ? annotationsOf(part.extra) : []
  if (!isOwnId(id, 'msg') || anonymous) {
    const message = writer.label({ role: 'assistant', content: '', ...said } as InputMessage, origin)
    writer.partText(message, 'content', placed, text)
    // A plain message has no place for them.
    if (annotations.length > 0) writer.edit('reduced')
    items.push(message)
    return
  }
  const refused =
    part.kind === 'text' && part.extra?.format === 'openai' && part.extra.fields.type === 'refusal'
  const piece: OutputContent = refused
    ? { type: 'refusal', refusal: '' }
    : { type: 'output_text', text: '', annotations: [] }
  writer.partText(writer.label(piece, origin), refused ? 'refusal' : 'text', placed, text)
  if (annotations.length > 0 && piece.type === 'output_text') {
    writer.hold(piece, 'annotations', annotations, origin)
    writer.add({ ...writer.setting.counter.text(toJson(piece.annotations)), exact: false })
  }
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
    items.push(writer.label(message, origin))
  }
}
