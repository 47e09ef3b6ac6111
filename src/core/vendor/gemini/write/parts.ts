import type { Placed } from '../../../ir/block.ts'
import type { FilePart } from '../../../ir/file.ts'
import { isObject } from '../../../ir/json.ts'
import { withActualType } from '../../../ir/media-type.ts'
import type { Origin, Run } from '../../../ir/origin.ts'
import type { StringOrigins } from '../../../map/origins.ts'
import { geminiLimits, tooLargeFile } from '../../../target/limits.ts'
import { sayFile } from '../../../target/parts.ts'
import type { Setting } from '../../../target/target.ts'
import { holdsBytes, whyFileUnsendable } from '../../../target/travel.ts'
import type { Writer } from '../../../target/writer.ts'
import { contextTags } from '../../../trust/fence.ts'
import type { FileDataPart, InlineDataPart, Part, TextPart } from './request.ts'

/** Adds a text part. Empty text is skipped, because the API refuses it. */
export function writeText(writer: Writer, placed: Placed, text: string, into: Part[]): TextPart | undefined {
  if (text === '') return undefined
  const part = writer.recordOrigin<TextPart>({ text: '' }, placed.origin)
  writer.partText(part, 'text', placed, text)
  into.push(part)
  return part
}

/** Returns a text between tags that mark the developer as its author. */
export function developerRuns(runs: readonly Run[]): readonly Run[] {
  const { open, close } = contextTags(runs.map(([text]) => text).join(''), 'developer')
  return [[open, 'c:fence'], ...runs, [close, 'c:fence']]
}

/** Returns a developer's text, between tags, as a part for a user content. */
export function fencedText(origins: StringOrigins, runs: readonly Run[], origin: Origin): TextPart {
  const part = origins.recordWhole<TextPart>({ text: '' }, origin)
  part.text = origins.joinRuns(part, 'text', developerRuns(runs))
  return part
}

/** Pattern of the media types that the API accepts. */
const takes =
  /^(image\/(png|jpeg|webp|heic|heif)|application\/pdf|text\/[a-z0-9.+-]+|audio\/[a-z0-9.+-]+|video\/[a-z0-9.+-]+)$/

/** Whether the API accepts a file's bytes with this media type. */
export const isAcceptedMediaType = (mediaType: string): boolean => takes.test(mediaType)

const byEnding: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['heic', 'image/heic'],
  ['pdf', 'application/pdf'],
  ['mp3', 'audio/mp3'],
  ['wav', 'audio/wav'],
  ['mp4', 'video/mp4'],
])

/** Returns the media type of a file. If the file has none, the extension of its URL decides. */
function fileMediaTypeOf({ mediaType, source }: FilePart): string {
  if (!mediaType.includes('*') || source.type !== 'url') return mediaType
  const path = source.url.split(/[?#]/, 1)[0] ?? ''
  return byEnding.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase()) ?? mediaType
}

/** Returns a file in wire form; null if the API does not accept the file. */
export function wireFile(given: FilePart): InlineDataPart | FileDataPart | null {
  const part = withActualType(given)
  const { source } = part
  const mimeType = fileMediaTypeOf(part)
  const known = isAcceptedMediaType(mimeType)
  if (source.type === 'base64')
    return known && holdsBytes(part) && tooLargeFile(part, geminiLimits) === null
      ? { inlineData: { mimeType, data: source.data } }
      : null
  if (source.type === 'url')
    return known && /^(https?|gs):\/\/./i.test(source.url)
      ? { fileData: { fileUri: source.url, mimeType } }
      : null
  if (source.type !== 'id' || source.format !== 'gemini') return null
  // Google knows the type of a file that it stores, so the request may omit the type.
  return { fileData: { fileUri: source.id, ...(known && { mimeType }) } }
}

/**
 * Returns an image's resolution without the prefix `MEDIA_RESOLUTION_`: its own, else the request's; undefined if none.
 */
export function imageResolutionOf({ extra }: FilePart, { agent }: Setting<unknown>): string | undefined {
  const [own, all] = [extra, agent.extra].map(one =>
    one?.format === 'gemini' ? one.fields.mediaResolution : undefined,
  )
  const given = own ?? all
  return resolutionName(isObject(given) ? given.level : given)
}

/** Returns the name of a resolution without the API's prefix `MEDIA_RESOLUTION_`; undefined if there is no name. */
export const resolutionName = (name: unknown): string | undefined =>
  typeof name === 'string' ? name.replace('MEDIA_RESOLUTION_', '').toLowerCase() : undefined

/** Returns the reason why the API does not accept a file. */
export const whyRefused = (part: FilePart): string =>
  tooLargeFile(part, geminiLimits) ??
  whyFileUnsendable(part, `Gemini does not accept ${part.mediaType} from this source`)

/** Adds a file. A text document is sent as its text, and a file that the API does not accept is described as text. */
export function writeFile(writer: Writer, placed: Placed<FilePart>, into: Part[]): void {
  const { origin } = placed
  const part = withActualType(placed.part)
  if (part.source.type === 'text') {
    writeText(writer, placed, part.source.text, into)
    return
  }
  const given = wireFile(part)
  if (!given) return nameFile(writer, placed, whyRefused(part), into)
  const wire = writer.copyFile(given, part, origin, imageResolutionOf(part, writer.setting))
  writer.copyExtraFields(wire, part.extra, 'gemini')
  into.push(wire)
}

/** Describes a file as text, and reports why the file itself is not sent. */
export function nameFile(writer: Writer, placed: Placed<FilePart>, why: string, into: Part[]): void {
  writeText(writer, placed, sayFile(writer, placed, why), into)
}
