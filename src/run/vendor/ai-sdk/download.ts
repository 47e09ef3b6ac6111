import { isObject } from '../../../core/ir/json.ts'
import type { LanguageModel } from './language-model.ts'

/** File that was downloaded. */
export interface DownloadedFile {
  readonly data: Uint8Array
  /** Media type that the server reported. Used if the message names only a kind, such as `image/*`. */
  readonly mediaType?: string
}

/**
 * Function that downloads a file of a message or of a tool's result. Must decide which URLs it fetches, because users
 * wrote some of them.
 */
export type Download = (url: URL, signal: AbortSignal) => PromiseLike<DownloadedFile>

type Fields = Readonly<Record<string, unknown>>

/** Patterns of URLs that a model fetches itself, by media type. A media type may contain `*`. */
type SupportedUrls = Readonly<Record<string, readonly RegExp[]>>

/** Returns a prompt in which files are downloaded, except those that the model fetches itself. */
export async function withDownloads(
  prompt: readonly object[],
  { supportedUrls = {} }: LanguageModel,
  download: Download,
  signal: AbortSignal,
): Promise<readonly object[]> {
  const supported = (await supportedUrls) as SupportedUrls
  const replaceFiles = (value: unknown): Promise<unknown> => {
    if (Array.isArray(value)) return Promise.all(value.map(replaceFiles))
    return isObject(value) ? replaceInside(value) : Promise.resolve(value)
  }
  const replaceInside = async (part: Fields): Promise<Fields> => {
    const { content, output, value } = part
    if (part.type === 'file') return toDownloadedPart(part)
    if (Array.isArray(content)) return { ...part, content: await replaceFiles(content) }
    if (part.type === 'tool-result') return { ...part, output: await replaceFiles(output) }
    return part.type === 'content' ? { ...part, value: await replaceFiles(value) } : part
  }
  const toDownloadedPart = async (part: Fields): Promise<Fields> => {
    const url = urlOfFile(part.data)
    if (url === null || isSupported(url, String(part.mediaType), supported)) return part
    const { data, mediaType: found = part.mediaType } = await download(url, signal)
    const mediaType = isCompleteMediaType(String(part.mediaType)) ? part.mediaType : found
    // Before version 4 of the AI SDK's model specification, a file's data is the bytes, without a wrapper object.
    return { ...part, mediaType, data: part.data instanceof URL ? data : { type: 'data', data } }
  }
  return (await replaceFiles(prompt)) as readonly object[]
}

/** Whether a media type is complete, and not only a kind such as `image/*`. */
const isCompleteMediaType = (mediaType: string): boolean => /^[^/*]+\/[^*]+$/.test(mediaType)

/** Returns the URL in a file's data, in any version of the AI SDK's model specification. */
function urlOfFile(data: unknown): URL | null {
  if (data instanceof URL) return data
  return isObject(data) && data.type === 'url' && data.url instanceof URL ? data.url : null
}

/** Whether a model fetches a URL itself. */
function isSupported(url: URL, mediaType: string, supported: SupportedUrls): boolean {
  const type = mediaType.toLowerCase()
  const address = url.href.toLowerCase()
  return Object.entries(supported).some(([pattern, urls]) => {
    const begin = pattern === '*' || pattern === '*/*' ? '' : pattern.toLowerCase().replace(/\*$/, '')
    const fits = pattern.endsWith('*') ? type.startsWith(begin) : type === begin
    return fits && urls.some(each => each.test(address))
  })
}
