import { fileMoved } from '../../../../diag/target.ts'
import type { PairedCall, Placed } from '../../../../ir/block.ts'
import { describeFile, type FilePart } from '../../../../ir/file.ts'
import type { OpenAIRules } from '../../../../ir/model.ts'
import type { ResultContent } from '../../../../ir/result.ts'
import type { Setting } from '../../../../target/target.ts'
import { describeOpaque, fileLoss, opaqueLoss } from '../../../../target/travel.ts'
import type { Writer } from '../../../../target/writer.ts'
import { toJson } from '../../../../text/json.ts'
import { asString } from '../shared/pieces.ts'
import { speaksDialect } from './dialect.ts'
import { writeFields } from './fields.ts'
import { filePart, goesAsFile, textPart, whyNoFile } from './parts.ts'
import type { TextPart, ToolMessage, UserPart } from './request.ts'

/**
 * Writes the `tool` message of a call. The message can hold only text (C4), so files of the result are added to
 * `after`. The API has no flag for a failed call: only the text tells that it failed.
 */
export function writeResult(
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
  const parts = part.content.map(content => writeContent(writer, { part: content, origin, seq }, after))
  message.content = parts.length === 0 ? '' : (asString(writer, message, 'content', parts) ?? parts)
  return message
}

/** Writes one part of a result as text. */
function writeContent(writer: Writer, placed: Placed<ResultContent>, after: UserPart[]): TextPart {
  const { part, origin } = placed
  switch (part.kind) {
    case 'text': {
      const piece = textPart(writer, placed, part.text)
      writeFields(writer, piece, part.extra, origin)
      return piece
    }
    case 'data':
      return textPart(writer, placed, toJson(part.value))
    case 'file':
      return writeFile(writer, placed as Placed<FilePart>, after)
    case 'opaque':
      writer.note(opaqueLoss(part, 'no equivalent', origin))
      writer.edit('reduced')
      return textPart(writer, placed, describeOpaque(part))
  }
}

/**
 * Writes a file of a result as text: a text document in full, any other file as a description. A file that the model
 * accepts is also sent in a message after the results.
 */
function writeFile(writer: Writer, placed: Placed<FilePart>, after: UserPart[]): TextPart {
  const { part, origin } = placed
  if (part.source.type === 'text') return textPart(writer, placed, part.source.text)
  if (!goesAsFile(writer.setting as Setting<OpenAIRules>, part)) {
    writer.note(fileLoss(whyNoFile(part), origin))
    writer.edit('reduced')
    return textPart(writer, placed, describeFile(part))
  }
  const label = `[file ${after.length + 1} of the results, sent below]`
  const said = textPart(writer, { ...placed, runs: [[label, 'c:moved-files']] }, label)
  after.push(filePart(writer, placed))
  writer.note({ kind: 'CX7018', say: fileMoved, at: origin })
  writer.edit('reduced')
  return said
}
