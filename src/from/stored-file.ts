import type { FileSource } from '../ir/file.ts'

/** Servers of providers that give a file to whoever holds the key. */
const keepers =
  /^(generativelanguage\.googleapis|([a-z0-9-]+-)?aiplatform\.googleapis|api\.openai|api\.anthropic)\.com\.?$/

/** Whether an address is one that a provider reads with its caller's key, as `gs:` ones are: nobody else can. */
export function isStoredAt(url: string): boolean {
  try {
    const { protocol, hostname } = new URL(url)
    if (protocol === 'http:' || protocol === 'https:') return keepers.test(hostname)
    return protocol !== 'data:' && protocol !== 'blob:'
  } catch {
    return isFileName(url)
  }
}

/** The id of a file where bytes or an address would be: some SDKs send it as such. No base64 begins so. */
const isFileName = (text: string): boolean => /^\s*((file|assistant)[-_]|files\/)/i.test(text)

/** Whether a file is one that a provider stores, in whatever form that is said. */
export function namesStoredFile(source: FileSource): boolean {
  if (source.type === 'id') return true
  if (source.type === 'url') return isStoredAt(source.url)
  return source.type === 'base64' && isFileName(source.data)
}
