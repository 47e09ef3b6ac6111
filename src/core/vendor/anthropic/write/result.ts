import type { FindingNote } from '../../../diag/collect.ts'
import type { PairedCall } from '../../../ir/block.ts'
import { describeFile } from '../../../ir/file.ts'
import { emptyErrorText } from '../../../lower/repairs.ts'
import { noteNewItem } from '../../../target/new-item.ts'
import { type PartWriters, sayPiece, writePart } from '../../../target/parts.ts'
import { describeOpaque, fileLoss, opaqueLoss } from '../../../target/travel.ts'
import { toJson } from '../../../text/json.ts'
import type { Sink } from './draft.ts'
import { writeFile } from './file.ts'
import { whyAnthropicItemUnsendable } from './opaque.ts'
import type { ContentBlock, ToolResultBlock } from './request.ts'
import { dropCitations, writeText, writeWords } from './words.ts'

/** Writes the `tool_result` of a call. An error may contain only text, and must not be empty (rule A29). */
export function writeResult(
  { writer, citations }: Pick<Sink, 'writer' | 'citations'>,
  call: PairedCall,
  id: string,
): ContentBlock {
  const { part, origin, seq } = call.result
  const block = writer.recordOrigin({ type: 'tool_result', tool_use_id: id } as ToolResultBlock, origin)
  const content: ContentBlock[] = []
  const sink: Sink = { writer, citations, into: content }
  for (const piece of part.content) {
    writePart(part.isError ? errors : pieces, sink, { part: piece, origin, seq })
  }
  const [only] = content
  if (content.length === 1 && only?.type === 'text' && Object.keys(only).length === 2) {
    writer.setting.origins.copyKeyOrigin(block, 'content', writer.setting.origins.originsIn(only).key('text'))
    block.content = only.text
  } else if (content.length > 0) block.content = content as NonNullable<ToolResultBlock['content']>
  else if (part.isError) {
    writer.putText(block, 'content', [[emptyErrorText, 'c:empty-error']])
    writer.edit('repaired')
  }
  if (part.isError) block.is_error = true
  writer.copyExtraFields(block, part.extra, 'anthropic')
  if (part.native) writer.edit('reduced')
  return block
}

/** Functions that write the pieces of an error. Pieces other than text are described as text. */
const errors: PartWriters<Sink, void> = {
  text: (sink, placed) => writeWords(sink, placed, placed.part),
  data: (sink, placed) => writeText(sink, placed, toJson(placed.part.value)),
  file(sink, placed) {
    const { part, origin } = placed
    lose(sink, fileLoss('an error result holds only text', origin))
    const inner = part.source.type === 'text' ? part.source.text : ''
    writeText(sink, placed, inner.trim() === '' ? describeFile(part) : inner)
  },
  opaque(sink, placed) {
    lose(sink, opaqueLoss(placed.part, 'no equivalent', placed.origin))
    writeText(sink, placed, describeOpaque(placed.part))
  },
  reasoning: (sink, placed) => writeText(sink, placed, toJson(placed.part)),
}

function lose({ writer }: Sink, note: FindingNote): void {
  writer.edit('repaired')
  writer.note(note)
}

/** Functions that write the pieces of a result without an error. */
const pieces: PartWriters<Sink, void> = {
  ...errors,
  file: writeFile,
  opaque(sink, placed) {
    const { writer, into, citations } = sink
    const { part, origin } = placed
    if (
      part.format !== 'anthropic' ||
      whyAnthropicItemUnsendable(part, writer.setting as never, 'result') !== null
    )
      return writeText(sink, placed, sayPiece(writer, placed))
    noteNewItem(writer, part, origin)
    into.push(writer.copyCallerItem(dropCitations(part.payload, citations), origin) as ContentBlock)
  },
}
