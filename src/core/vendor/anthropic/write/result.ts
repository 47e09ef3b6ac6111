import type { PairedCall, Placed } from '../../../ir/block.ts'
import { describeFile, type FilePart } from '../../../ir/file.ts'
import type { ResultContent } from '../../../ir/result.ts'
import { emptyErrorText } from '../../../lower/repairs.ts'
import { noteNewItem } from '../../../target/new-item.ts'
import { describeOpaque, fileLoss, opaqueLoss } from '../../../target/travel.ts'
import { toJson } from '../../../text/json.ts'
import type { Sink } from './draft.ts'
import { writeFile } from './file.ts'
import { opaqueTravels } from './opaque.ts'
import type { ContentBlock, ToolResultBlock } from './request.ts'
import { cited, writeText, writeWords } from './words.ts'

/** Writes the `tool_result` of a call. An error may hold only text, and must not be empty (A29). */
export function writeResult(
  { writer, citations }: Pick<Sink, 'writer' | 'citations'>,
  call: PairedCall,
  id: string,
): ContentBlock {
  const { part, origin, seq } = call.result
  const block = writer.label({ type: 'tool_result', tool_use_id: id } as ToolResultBlock, origin)
  const content: ContentBlock[] = []
  const sink: Sink = { writer, citations, into: content }
  for (const piece of part.content) {
    const placed = { part: piece, origin, seq }
    if (part.isError) writeError(sink, placed)
    else writeContent(sink, placed)
  }
  const [only] = content
  if (content.length === 1 && only?.type === 'text' && Object.keys(only).length === 2) {
    writer.setting.origins.inherit(block, 'content', writer.setting.origins.at(only).key('text'))
    block.content = only.text
  } else if (content.length > 0) block.content = content as NonNullable<ToolResultBlock['content']>
  else if (part.isError) {
    writer.text(block, 'content', [[emptyErrorText, 'c:empty-error']])
    writer.edit('repaired')
  }
  if (part.isError) block.is_error = true
  writer.fields(block, part.extra, 'anthropic')
  if (part.native) writer.edit('reduced')
  return block
}

/** Writes a piece of an error result; a piece other than text is described as text. */
function writeError(sink: Sink, placed: Placed<ResultContent>): void {
  const { writer } = sink
  const { part, origin } = placed
  if (part.kind === 'text') return writeWords(sink, placed, part)
  if (part.kind === 'data') return writeText(sink, placed, toJson(part.value))
  const file = part.kind === 'file'
  writer.edit('repaired')
  writer.note(
    file ? fileLoss('an error result holds only text', origin) : opaqueLoss(part, 'no equivalent', origin),
  )
  const inner = file && part.source.type === 'text' ? part.source.text : ''
  const words = inner.trim() !== '' ? inner : file ? describeFile(part) : describeOpaque(part)
  writeText(sink, placed, words)
}

function writeContent(sink: Sink, placed: Placed<ResultContent>): void {
  const { writer, into, citations } = sink
  const { part, origin } = placed
  if (part.kind === 'text') writeWords(sink, placed, part)
  else if (part.kind === 'data') writeText(sink, placed, toJson(part.value))
  else if (part.kind === 'file') writeFile(sink, placed as Placed<FilePart>)
  else if (part.format === 'anthropic' && opaqueTravels(part, writer.setting as never, 'result') === null) {
    noteNewItem(writer, part, origin)
    into.push(writer.replay(cited(part.payload, citations), origin) as ContentBlock)
  } else {
    writer.note(opaqueLoss(part, 'no equivalent', origin))
    writer.edit('reduced')
    writeText(sink, placed, describeOpaque(part))
  }
}
