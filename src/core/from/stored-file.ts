import type { FileSource } from '../ir/file.ts'

/** Pattern of hosts on which providers store files that can be read only with an account's key. */
const keepers =
  /^(generativelanguage\.googleapis|([a-z0-9-]+-)?aiplatform\.googleapis|api\.openai|api\.anthropic)\.com\.?$/

/** Whether only a provider can read the file at an address, with the caller's key, as for a `gs:` address. */
export function isStoredAt(url: string): boolean {
  try {
    const { protocol, hostname } = new URL(url)
    if (protocol === 'http:' || protocol === 'https:') return keepers.test(hostname)
    return protocol !== 'data:' && protocol !== 'blob:'
  } catch {
    return isFileName(url)
  }
}

/** Whether a text is a file id, which some SDKs send in place of bytes or a URL. Base64 rarely starts like this. */
const isFileName = (text: string): boolean => /^\s*((file|assistant)[-_]|files\/)/i.test(text)

/**
 * Whether a file source refers to a file stored at a provider: by an id, by the provider's address, or by an id in
 * place of bytes.
 */
export function namesStoredFile(source: FileSource): boolean {
  if (source.type === 'id') return true
  if (source.type === 'url') return isStoredAt(source.url)
  return source.type === 'base64' && isFileName(source.data)
}
