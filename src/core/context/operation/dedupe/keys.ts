import type { ToolCallPart } from '../../../ir/call.ts'
import type { ResultContent } from '../../../ir/result.ts'
import { isTooDeep } from '../../../text/depth.ts'
import { digest } from '../../../text/digest.ts'
import { valueKey } from '../../../text/equal.ts'
import { canonicalJson } from '../../json/canonical.ts'

/**
 * Returns a key that is equal for results with identical content, byte for byte; the results' other fields do not
 * matter. Returns null for content that never counts as equal: empty content, a provider-specific item, or a value
 * nested too deeply.
 */
export const contentKey = (content: readonly ResultContent[]): string | null =>
  contentKeyWith(content, text => text)

/**
 * Returns a key that is equal for results that differ only in white space and case. Returns null in the same cases as
 * `contentKey`.
 */
export const likeKey = (content: readonly ResultContent[]): string | null =>
  contentKeyWith(content, text => text.toLowerCase().replace(/\s+/g, ' ').trim())

function contentKeyWith(content: readonly ResultContent[], fold: (text: string) => string): string | null {
  if (content.length === 0) return null
  const keys = content.map(part => partKey(part, fold))
  return keys.includes(null) ? null : digest(JSON.stringify(keys))
}

function partKey(part: ResultContent, fold: (text: string) => string): readonly string[] | null {
  switch (part.kind) {
    case 'text':
      return ['text', fold(part.text)]
    case 'data':
      return isTooDeep(part.value) ? null : ['data', fold(valueKey(part.value))]
    case 'file':
      return ['file', part.mediaType, valueKey(part.source)]
    case 'opaque':
      return null
  }
}

/**
 * Returns a key that is equal for two calls of one tool with equal arguments; the order of keys and white space do not
 * matter. Returns null if the arguments are nested too deeply to compare.
 */
export function callKey({ name, arguments: given, freeform }: ToolCallPart): string | null {
  if (freeform && typeof given === 'string') return digest(JSON.stringify([name, 'words', given]))
  if (typeof given !== 'string' && isTooDeep(given)) return null
  // Missing arguments count as an empty object. A text that is not JSON is compared unchanged.
  const text = given === '' ? '{}' : typeof given === 'string' ? given : JSON.stringify(given)
  const value = canonicalJson(text)
  if (value !== null) return digest(JSON.stringify([name, 'value', value]))
  return digest(JSON.stringify([name, 'text', text]))
}
