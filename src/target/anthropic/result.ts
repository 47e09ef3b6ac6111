import { blankText } from '../../diag/history.ts'
import type { PairedCall, Placed } from '../../ir/block.ts'
import { describeFile } from '../../ir/describe-file.ts'
import type { Extra } from '../../ir/extra.ts'
import type { FilePart } from '../../ir/file.ts'
import type { JsonObject } from '../../ir/json.ts'
import { typed } from '../../ir/media-type.ts'
import type { ResultContent } from '../../ir/result.ts'
import type { TextPart } from '../../ir/text.ts'
import { emptyErrorText } from '../../lower/repairs.ts'
import { toJson } from '../../text/json.ts'
import { noteNewItem } from '../new-item.ts'
import { describeOpaque, fileLoss, holdsBytes, opaqueLoss, whyNot } from '../travel.ts'
import type { Writer } from '../writer.ts'
import { opaqueTravels } from './opaque.ts'
import type { ContentBlock, ToolResultBlock } from './request.ts'

const imageTypes = /^image\/(jpeg|png|gif|webp|\*)$/

/** Adds a text block; empty and blank ones are refused by the API and say nothing. */
export function writeText(writer: Writer, placed: Placed, text: string, into: ContentBlock[]): void {
  if (text === '') return
  if (text.trim() === '') {
    writer.edit('repaired')
    return writer.note({ kind: 'CX3009', say: blankText, at: placed.origin })
  }
  const block = writer.label({ type: 'text', text: '' } as const, placed.origin)
  writer.partText(block, 'text', placed, text)
  into.push(block)
}

/** Adds an image or a document; a kind that the API does not take is named in words. */
export function writeFile(
  writer: Writer,
  placed: Placed<FilePart>,
  into: ContentBlock[],
  citations: boolean,
): void {
  const { origin } = placed
  const part = typed(placed.part)
  const { source } = part
  // Words are words, whatever they are called.
  const words = source.type === 'text'
  const image = !words && imageTypes.test(part.mediaType)
  const foreignId = source.type === 'id' && source.format !== 'anthropic'
  const badType =
    source.type === 'base64' && !(image ? part.mediaType !== 'image/*' : part.mediaType === 'application/pdf')
  const noUrl = source.type === 'url' && !/^https?:\/\/./i.test(source.url)
  const emptyText = words && source.text.trim() === ''
  const noFile = !image && !words && !/^(application\/(pdf|\*)|text\/)/.test(part.mediaType)
  if (foreignId || badType || noUrl || emptyText || noFile || !holdsBytes(part)) {
    const refused = foreignId
      ? 'it is stored at another provider'
      : `Anthropic does not take ${part.mediaType}`
    writer.note(fileLoss(whyNot(part, refused), origin))
    writer.edit('reduced')
    return writeText(writer, { ...placed, runs: [[describeFile(part), origin]] }, describeFile(part), into)
  }
  const wire = {
    type: image ? 'image' : 'document',
    source: wireSource(part),
    ...(part.name && !image && { title: part.name }),
  }
  const block = writer.file(wire, part, origin)
  // A note of what it is about is a document's alone.
  const { context: _, ...fields } = part.extra?.fields ?? {}
  writeFields(writer, block, part.extra && image ? { ...part.extra, fields } : part.extra, citations)
  into.push(block as unknown as ContentBlock)
}

/** A19: citations do not go together with an output format. */
export function cited(fields: JsonObject, citations: boolean): JsonObject {
  if (citations || fields.citations === undefined) return fields
  const { citations: _, ...rest } = fields
  return rest
}

/** Gives a block the fields that came in with it. */
function writeFields(writer: Writer, block: object, extra: Extra | undefined, citations: boolean): void {
  if (extra) writer.fields(block, { ...extra, fields: cited(extra.fields, citations) }, 'anthropic')
}

function wireSource({ source, mediaType }: FilePart): object {
  if (source.type === 'base64') return { type: 'base64', media_type: mediaType, data: source.data }
  if (source.type === 'url') return { type: 'url', url: source.url }
  if (source.type === 'id') return { type: 'file', file_id: source.id }
  return { type: 'text', media_type: 'text/plain', data: source.text }
}

/** The `tool_result` of a call. An error holds text only, and some (A29). */
export function writeResult(writer: Writer, call: PairedCall, id: string, citations: boolean): ContentBlock {
  const { part, origin, seq } = call.result
  const block = writer.label({ type: 'tool_result', tool_use_id: id } as ToolResultBlock, origin)
  const content: ContentBlock[] = []
  for (const piece of part.content) {
    const placed = { part: piece, origin, seq }
    if (part.isError) writeError(writer, placed, content, citations)
    else writeContent(writer, placed, content, citations)
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

/** A piece of an error: what is no text is named in words. */
function writeError(
  writer: Writer,
  placed: Placed<ResultContent>,
  into: ContentBlock[],
  citations: boolean,
): void {
  const { part, origin } = placed
  if (part.kind === 'text') return writeWords(writer, placed, part, into, citations)
  if (part.kind === 'data') return writeText(writer, placed, toJson(part.value), into)
  const file = part.kind === 'file'
  writer.edit('repaired')
  writer.note(
    file ? fileLoss('an error holds only text', origin) : opaqueLoss(part, 'is shown as text', origin),
  )
  const inner = file && part.source.type === 'text' ? part.source.text : ''
  const words = inner.trim() !== '' ? inner : file ? describeFile(part) : describeOpaque(part)
  writeText(writer, placed, words, into)
}

function writeContent(
  writer: Writer,
  placed: Placed<ResultContent>,
  into: ContentBlock[],
  citations: boolean,
): void {
  const { part } = placed
  if (part.kind === 'text') writeWords(writer, placed, part, into, citations)
  else if (part.kind === 'data') writeText(writer, placed, toJson(part.value), into)
  else if (part.kind === 'file') writeFile(writer, placed as Placed<FilePart>, into, citations)
  else if (part.format === 'anthropic' && opaqueTravels(part, writer.setting as never, 'result') === null) {
    noteNewItem(writer, part, placed.origin)
    into.push(writer.replay(cited(part.payload, citations), placed.origin) as ContentBlock)
  } else {
    writer.note(opaqueLoss(part, 'is shown as text', placed.origin))
    writer.edit('reduced')
    writeText(writer, placed, describeOpaque(part), into)
  }
}

/** Text with the fields that came with it. */
export function writeWords(
  writer: Writer,
  placed: Placed,
  part: TextPart,
  into: ContentBlock[],
  citations: boolean,
): void {
  const before = into.length
  writeText(writer, placed, part.text, into)
  const written = into[before]
  if (written) writeFields(writer, written, part.extra, citations)
}
