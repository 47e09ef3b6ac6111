import type { Placed } from '../../../../ir/block.ts'
import type { FilePart } from '../../../../ir/file.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../../ir/json.ts'
import type { ResultContent } from '../../../../ir/result.ts'
import { type PartWriters, sayFile, sayPiece, writePart } from '../../../../target/parts.ts'
import { whyFileUnsendable } from '../../../../target/travel.ts'
import type { Writer } from '../../../../target/writer.ts'
import { toJson } from '../../../../text/json.ts'
import { imageUrl, isWithinReach, pdfBytes } from '../shared/files.ts'
import { fullDetailOf, type Pieces, refusalOf, writeFile } from '../shared/pieces.ts'
import type { InputContent } from './request.ts'

const format = 'openai'

/** Writes a text as an input part. */
function inputText(writer: Writer, placed: Placed, text: string): InputContent {
  const piece = writer.recordOrigin({ type: 'input_text', text: '' } as const, placed.origin)
  writer.partText(piece, 'text', placed, text)
  return piece
}

/** Returns a file in wire form; null if the API does not accept the file. */
function wireFile(part: FilePart): InputContent | null {
  if (!isWithinReach(part)) return null
  const { source, mediaType, name } = part
  if (mediaType.startsWith('image/')) return wireImage(part)
  if (/^(audio|video)\//.test(mediaType)) return null
  const named = name === undefined ? {} : { filename: name }
  if (source.type === 'id') return { type: 'input_file', file_id: source.id, ...named }
  if (source.type === 'url') return { type: 'input_file', file_url: source.url, ...named }
  const pdf = pdfBytes(part)
  return pdf && { type: 'input_file', ...pdf }
}

/**
 * Media types of images that the API accepts. Files with the subtype `*` (unknown) are sent, and the API checks them.
 * Source: developers.openai.com, images-vision.
 */
const images = /^image\/(png|jpeg|webp|gif|\*)$/

function wireImage(part: FilePart): InputContent | null {
  if (part.source.type !== 'id' && !images.test(part.mediaType)) return null
  const detail = fullDetailOf(part) ?? 'auto'
  if (part.source.type === 'id') return { type: 'input_image', detail, file_id: part.source.id }
  const url = imageUrl(part)
  return url === null ? null : { type: 'input_image', detail, image_url: url }
}

const pieces: Pieces<InputContent> = {
  api: 'Responses',
  text: inputText,
  file: wireFile,
  detail: fullDetailOf,
}

/** Functions that write a part of a user's message or of a tool's output. */
const inputs: PartWriters<Writer, InputContent> = {
  text: (writer, placed) => inputText(writer, placed, placed.part.text),
  data: (writer, placed) => inputText(writer, placed, toJson(placed.part.value)),
  file: (writer, placed) => writeFile(pieces, writer, placed),
  opaque: (writer, placed) => inputText(writer, placed, sayPiece(writer, placed)),
  reasoning: (writer, placed) => inputText(writer, placed, toJson(placed.part)),
}

/** Writes a part of a result or of a user's message. */
export function inputContent(writer: Writer, placed: Placed<ResultContent>): InputContent {
  return writePart(inputs, writer, placed)
}

/**
 * Returns an output whose call is stored at the server, with its audio named as text: the API takes texts, images and
 * files in an output.
 */
export function nameAudio(writer: Writer, item: JsonObject, placed: Placed): JsonObject {
  const { output } = item
  if (!Array.isArray(output)) return item
  const named = output.map((piece): JsonValue => {
    if (!isObject(piece) || piece.type !== 'input_audio') return piece
    const { data, format: form } = isObject(piece.input_audio) ? piece.input_audio : {}
    const source = { type: 'base64', data: typeof data === 'string' ? data : '' } as const
    const mediaType = `audio/${typeof form === 'string' ? form : '*'}`
    const part: FilePart = { kind: 'file', mediaType, source }
    const why = whyFileUnsendable(part, refusalOf(pieces.api, part))
    return { type: 'input_text', text: sayFile(writer, { ...placed, part }, why) }
  })
  return { ...item, output: named }
}

/** Returns the imported fields of the item to which a part belonged, if the item was imported from this API. */
export const envelopeOf = (placed: Placed): Record<string, unknown> =>
  placed.envelope?.format === format ? { ...placed.envelope.fields } : {}
