import type { Placed } from '../../../../ir/block.ts'
import type { FilePart } from '../../../../ir/file.ts'
import { isObject, type JsonObject } from '../../../../ir/json.ts'
import { withActualType } from '../../../../ir/media-type.ts'
import type { OpenAIRules } from '../../../../ir/model.ts'
import { sayFile } from '../../../../target/parts.ts'
import type { Setting } from '../../../../target/target.ts'
import type { Writer } from '../../../../target/writer.ts'
import { imageUrl, isWithinReach, pdfBytes } from '../shared/files.ts'
import { mayAcceptAudio } from '../shared/models.ts'
import { importedDetailOf, type Pieces, writeFile } from '../shared/pieces.ts'
import { writeFields } from './fields.ts'
import type { TextPart, UserPart } from './request.ts'

/** Writes a text as a content part. */
export function textPart(writer: Writer, placed: Placed, text: string): TextPart {
  const part = writer.recordOrigin({ type: 'text', text: '' } as TextPart, placed.origin)
  writer.partText(part, 'text', placed, text)
  return part
}

/** Names of the two audio formats that the API accepts, by media type: the registered types, and others in use. */
const sounds: ReadonlyMap<string, 'wav' | 'mp3'> = new Map([
  ...['mpeg', 'mp3', 'mpeg3', 'x-mpeg', 'x-mp3', 'mpga'].map(type => [`audio/${type}`, 'mp3'] as const),
  ...['wav', 'x-wav', 'wave', 'vnd.wave', 'x-pn-wav'].map(type => [`audio/${type}`, 'wav'] as const),
])

/**
 * Whether audio may be sent. At another vendor's endpoint, or for an unknown model, audio may be sent, because only the
 * server knows whether the model accepts it.
 */
const maySendAudio = ({ model, facts }: Setting<OpenAIRules>): boolean =>
  facts.rules.dialect === true || model === null || mayAcceptAudio(model)

/** Returns a file in wire form; null if the API does not accept the file. */
function wireFile(part: FilePart): UserPart | null {
  if (!isWithinReach(part)) return null
  if (part.mediaType.startsWith('image/')) return wireImage(part)
  const { source, name } = part
  if (source.type === 'id')
    return { type: 'file', file: { file_id: source.id, ...(name && { filename: name }) } }
  const pdf = pdfBytes(part)
  return pdf ? { type: 'file', file: pdf } : wireSound(part)
}

function wireImage(part: FilePart): UserPart | null {
  const url = imageUrl(part)
  const detail = importedDetailOf(part)
  return url === null ? null : { type: 'image_url', image_url: { url, ...(detail && { detail }) } }
}

function wireSound({ source, mediaType }: FilePart): UserPart | null {
  const form = sounds.get(mediaType.toLowerCase())
  return source.type === 'base64' && form !== undefined
    ? { type: 'input_audio', input_audio: { data: source.data, format: form } }
    : null
}

const pieces: Pieces<UserPart> = {
  api: 'Chat Completions',
  text: textPart,
  file: wireFile,
  detail: importedDetailOf,
}

/** Whether a file is sent as a file. The API must accept its form, and audio must also be accepted by the model. */
export function isSentAsFile(setting: Setting<OpenAIRules>, given: FilePart): boolean {
  const part = withActualType(given)
  return wireFile(part) !== null && (!part.mediaType.startsWith('audio/') || maySendAudio(setting))
}

/** Returns the reason why a file is not sent as a file. */
export const whyNoFile = (part: FilePart): string =>
  wireFile(withActualType(part)) === null
    ? 'Chat Completions does not accept it'
    : 'the model accepts no audio'

/** Writes a file as a content part, with the imported fields of the part and of the object in the part. */
export function filePart(writer: Writer, placed: Placed<FilePart>): UserPart {
  const { part, origin } = placed
  const setting = writer.setting as Setting<OpenAIRules>
  if (wireFile(withActualType(part)) !== null && !isSentAsFile(setting, part)) {
    return textPart(writer, placed, sayFile(writer, placed, whyNoFile(part)))
  }
  const piece = writeFile(pieces, writer, placed)
  if (part.extra?.format !== 'openai-chat') {
    writeFields(writer, piece, part.extra, origin)
    return piece
  }
  const { detail: _, ...fields } = part.extra.fields
  const key = piece.type
  const { [key]: inside, ...beside } = fields
  const held = (piece as unknown as Record<string, unknown>)[key]
  if (isObject(inside) && isObject(held))
    writeFields(writer, held, { format: 'openai-chat', fields: inside as JsonObject }, origin)
  writeFields(writer, piece, { format: 'openai-chat', fields: beside }, origin)
  return piece
}
