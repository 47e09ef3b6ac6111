import { blankText } from '../../../diag/history.ts'
import type { Placed } from '../../../ir/block.ts'
import type { Extra } from '../../../ir/extra.ts'
import type { JsonObject } from '../../../ir/json.ts'
import type { TextPart } from '../../../ir/text.ts'
import type { Sink } from './draft.ts'

/** Adds a text block. Empty text is skipped; blank text, which the API refuses, is dropped with a note. */
export function writeText({ writer, into }: Sink, placed: Placed, text: string): void {
  if (text === '') return
  if (text.trim() === '') {
    writer.edit('repaired')
    return writer.note({ kind: 'CX3009', say: blankText, at: placed.origin })
  }
  const block = writer.recordOrigin({ type: 'text', text: '' } as const, placed.origin)
  writer.partText(block, 'text', placed, text)
  into.push(block)
}

/** Adds a text block with the fields that were imported with the text. */
export function writeWords(sink: Sink, placed: Placed, part: TextPart): void {
  const before = sink.into.length
  writeText(sink, placed, part.text)
  const written = sink.into[before]
  if (written) writeFields(sink, written, part.extra)
}

/**
 * Returns a block's fields. Citations are dropped if the request has an output format, because the API refuses both
 * together (rule A19).
 */
export function dropCitations(fields: JsonObject, citations: boolean): JsonObject {
  if (citations || fields.citations === undefined) return fields
  const { citations: _, ...rest } = fields
  return rest
}

/** Copies the imported fields of a part to a block. */
export function writeFields({ writer, citations }: Sink, block: object, extra: Extra | undefined): void {
  if (extra)
    writer.copyExtraFields(block, { ...extra, fields: dropCitations(extra.fields, citations) }, 'anthropic')
}
