import type { PairedCall, Placed } from '../../../../ir/block.ts'
import type { FilePart } from '../../../../ir/file.ts'
import type { OpenAIRules } from '../../../../ir/model.ts'
import { type PartWriters, sayFile, sayMoved, sayPiece, writePart } from '../../../../target/parts.ts'
import type { Setting } from '../../../../target/target.ts'
import type { Writer } from '../../../../target/writer.ts'
import { toJson } from '../../../../text/json.ts'
import { plainTextAsString } from '../shared/pieces.ts'
import { speaksDialect } from './dialect.ts'
import { writeFields } from './fields.ts'
import { filePart, isSentAsFile, textPart, whyNoFile } from './parts.ts'
import type { TextPart, ToolMessage, UserPart } from './request.ts'

/**
 * Writes the `tool` message of a call. The message can contain only text (rule C4), so files of the result are added to
 * `after`. The API has no field that marks a failed call, so the text says that the call failed.
 */
export function writeResult(
  writer: Writer,
  setting: Setting<OpenAIRules>,
  call: PairedCall,
  id: string,
  after: UserPart[],
): ToolMessage {
  const { part, origin, seq } = call.result
  const message = writer.recordOrigin({ role: 'tool', tool_call_id: id, content: '' } as ToolMessage, origin)
  if (part.name !== undefined && speaksDialect(setting) && !origin.startsWith('c:'))
    writer.putJson(message, 'name', writer.setting.names.toWire(part.name), origin)
  writeFields(writer, message, part.extra, origin)
  const parts = part.content.map(content =>
    writePart(pieces, { writer, after }, { part: content, origin, seq }),
  )
  message.content = parts.length === 0 ? '' : (plainTextAsString(writer, message, 'content', parts) ?? parts)
  return message
}

/** Functions that write the pieces of a result as text. Files that a result cannot contain are added to `after`. */
const pieces: PartWriters<{ readonly writer: Writer; readonly after: UserPart[] }, TextPart> = {
  text({ writer }, placed) {
    const piece = textPart(writer, placed, placed.part.text)
    writeFields(writer, piece, placed.part.extra, placed.origin)
    return piece
  },
  data: ({ writer }, placed) => textPart(writer, placed, toJson(placed.part.value)),
  file: ({ writer, after }, placed) => writeFile(writer, placed, after),
  opaque: ({ writer }, placed) => textPart(writer, placed, sayPiece(writer, placed)),
  reasoning: ({ writer }, placed) => textPart(writer, placed, toJson(placed.part)),
}

/**
 * Writes a file of a result as text: the full text of a text document, or a description of any other file. A file that
 * the model accepts is also sent in a message after the results.
 */
function writeFile(writer: Writer, placed: Placed<FilePart>, after: UserPart[]): TextPart {
  const { part, origin } = placed
  if (part.source.type === 'text') return textPart(writer, placed, part.source.text)
  if (!isSentAsFile(writer.setting as Setting<OpenAIRules>, part))
    return textPart(writer, placed, sayFile(writer, placed, whyNoFile(part)))
  const number = after.push(filePart(writer, placed))
  const run = sayMoved(writer, number, origin)
  return textPart(writer, { ...placed, runs: [run] }, run[0])
}
