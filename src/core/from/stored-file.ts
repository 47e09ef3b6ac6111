import type { FileSource } from '../ir/file.ts'

/** Servers of providers that return a stored file to any caller with the account's key. */
const keepers =
  /^(generativelanguage\.googleapis|([a-z0-9-]+-)?aiplatform\.googleapis|api\.openai|api\.anthropic)\.com\.?$/

/** Whether only a provider can read an address, with its caller's key, as for a `gs:` address. */
export function isStoredAt(url: string): boolean {
  try {
    const { protocol, hostname } = new URL(url)
    if (protocol === 'http:' || protocol === 'https:') return keepers.test(hostname)
    return protocol !== 'data:' && protocol !== 'blob:'
  } catch {
    return isFileName(url)
  }
}

/** Whether a text is a file id in place of bytes or an address, as some SDKs send. Base64 rarely starts like this. */
const isFileName = (text: string): boolean => /^\s*((file|assistant)[-_]|files\/)/i.test(text)

/** Whether a provider stores a file: the source is an id, a provider's address, or an id in place of bytes. */
export function namesStoredFile(source: FileSource): boolean {
  if (source.type === 'id') return true
  if (source.type === 'url') return isStoredAt(source.url)
  return source.type === 'base64' && isFileName(source.data)
}
