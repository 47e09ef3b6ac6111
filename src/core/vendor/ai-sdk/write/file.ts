import type { Placed } from '../../../ir/block.ts'
import type { FilePart as File } from '../../../ir/file.ts'
import { isObject } from '../../../ir/json.ts'
import { mediaTypeOf, withActualType } from '../../../ir/media-type.ts'
import { tooLargeFile } from '../../../target/limits.ts'
import { isUrl, whyFileUnsendable } from '../../../target/travel.ts'
import type { Writer } from '../../../target/writer.ts'
import { isBase64 } from '../../../text/base64.ts'
import { isAcceptedMediaType, resolutionName } from '../../gemini/write/parts.ts'
import { optionsUnder } from '../rows/options.ts'
import type { PackageRow } from '../rows/packages.ts'
import type { AISDKRules } from './models.ts'
import type { FilePart, ResultPiece } from './request.ts'

const claudeImage = /^image\/(jpeg|png|gif|webp)$/
const sound = /^audio\/(wav|mp3|mpeg)$/

/**
 * Returns a file's full media type, which a converter needs; null if it is unknown. The type of an image may be
 * detected from its bytes.
 */
function wholeType(file: File): string | null {
  const { mediaType, source } = withActualType(file)
  if (source.type === 'base64' && mediaType.startsWith('image')) {
    const seen = mediaTypeOf(source.data)
    if (seen?.startsWith('image/')) return seen
  }
  if (/^application\/\*?$|^application$/.test(mediaType)) return 'application/pdf'
  if (/^[a-z]+\/[\w.+-]+$/i.test(mediaType)) return mediaType
  return source.type === 'base64' || !/^image\b/.test(mediaType) ? null : 'image/*'
}

/** Whether a provider's converter accepts a file of a media type, as bytes (`bytes`) or by URL. */
export function acceptsFile({ vendor, audio }: AISDKRules, mediaType: string, bytes: boolean): boolean {
  if (vendor === 'google') return isAcceptedMediaType(mediaType)
  if (mediaType === 'application/pdf') return true
  if (mediaType.startsWith('image/')) return vendor !== 'anthropic' || !bytes || claudeImage.test(mediaType)
  if (mediaType === 'text/plain') return vendor === 'anthropic'
  return audio && bytes && sound.test(mediaType)
}

/** Whether a package can refer to a file that providers store under the given names. */
export const isStored = (reference: object, { references = [] }: PackageRow): boolean =>
  references.some(name => Object.hasOwn(reference, name))

/** Returns the provider names and ids of a stored file; null if the package cannot refer to the file. */
function storedFileReference(
  { source, extra }: File,
  { vendor, reader }: AISDKRules,
): Record<string, string> | null {
  if (source.type !== 'id') return null
  if (extra?.format === 'ai-sdk' && isObject(extra.fields.reference)) {
    const given = extra.fields.reference as Record<string, string>
    return isStored(given, reader) ? { ...given } : null
  }
  const home = source.format === 'openai-chat' ? 'openai' : source.format
  const [name] = reader.references ?? []
  return home === vendor && name !== undefined ? { [name]: source.id } : null
}

/** Returns a file in the form of a message part; null if the provider's converter refuses the file. */
function wireFile(part: File, rules: AISDKRules): Omit<FilePart, 'type'> | null {
  const { source, name } = part
  const named = name ? { filename: name } : {}
  if (source.type === 'text')
    return rules.vendor === 'anthropic' && source.text.trim() !== ''
      ? { data: { type: 'text', text: source.text }, mediaType: 'text/plain', ...named }
      : null
  if (source.type === 'id') {
    const known = storedFileReference(part, rules)
    return known && { data: { type: 'reference', reference: known }, mediaType: part.mediaType, ...named }
  }
  const mediaType = wholeType(part)
  if (mediaType === null || !acceptsFile(rules, mediaType, source.type === 'base64')) return null
  if (tooLargeFile({ source, mediaType }, rules.limits) !== null) return null
  // The AI SDK inspects the bytes, and throws if they are empty.
  if (source.type === 'base64')
    return source.data !== '' && isBase64(source.data) ? { data: source.data, mediaType, ...named } : null
  return isUrl(source.url) && !source.url.startsWith('data:') && URL.canParse(source.url)
    ? { data: source.url, mediaType, ...named }
    : null
}

/** Returns why a file cannot be sent, although its place may contain files. */
export const whyRefused = (part: File, { limits }: AISDKRules, place = 'from this source'): string =>
  tooLargeFile(withActualType(part), limits) ??
  whyFileUnsendable(part, `the provider does not accept ${part.mediaType} ${place}`)

/**
 * Returns the detail level of an image that the converter reads. For Google, an image without a level gets the
 * request's level.
 */
function imageDetailOption(
  { extra }: File,
  { setting }: Writer,
  { vendor, reader }: AISDKRules,
): string | undefined {
  const of = vendor === 'google' ? setting.agent.extra : extra
  if (of?.format !== 'ai-sdk') return undefined
  const { imageDetail, mediaResolution } = optionsUnder(of.fields, reader.options) ?? {}
  if (vendor === 'google') return resolutionName(mediaResolution)
  return vendor === 'openai' && typeof imageDetail === 'string' ? imageDetail : undefined
}

/** Writes a file as a part of a message, with its tokens counted; null if the file cannot be sent. */
export function filePart(writer: Writer, placed: Placed<File>, rules: AISDKRules): FilePart | null {
  const wire = wireFile(placed.part, rules)
  if (wire === null) return null
  const part = writer.copyFile(
    { type: 'file', ...wire } as FilePart,
    placed.part,
    placed.origin,
    imageDetailOption(placed.part, writer, rules),
  )
  writer.copyExtraFields(part, placed.part.extra, 'ai-sdk')
  return part
}

/** Whether a file may be a piece of a tool result. In results, the converter to Gemini writes most URLs as text. */
export const fitsInResult = (part: File, rules: AISDKRules): boolean =>
  rules.filesInResults &&
  (part.source.type === 'base64' ||
    part.source.type === 'id' ||
    (part.source.type === 'url' && rules.vendor !== 'google')) &&
  wireFile(part, rules) !== null

/**
 * Returns a result piece with a file. A `file-url` piece has its URL as a string. The other forms have a URL object,
 * which is not JSON.
 */
function createFilePiece(wire: Omit<FilePart, 'type'>, { source }: File): ResultPiece {
  const { data, mediaType } = wire
  if (source.type === 'url') return { type: 'file-url', url: source.url, mediaType }
  return {
    type: 'file',
    ...wire,
    data: typeof data === 'string' ? { type: 'data', data } : data,
  }
}

/** Writes a file as a piece of a tool result; null if the file is not allowed there. */
export function filePiece(writer: Writer, placed: Placed<File>, rules: AISDKRules): ResultPiece | null {
  const wire = fitsInResult(placed.part, rules) ? wireFile(placed.part, rules) : null
  if (wire === null) return null
  const detail = imageDetailOption(placed.part, writer, rules)
  const piece = writer.copyFile(createFilePiece(wire, placed.part), placed.part, placed.origin, detail)
  writer.copyExtraFields(piece, placed.part.extra, 'ai-sdk')
  return piece
}
