import type { ToolCallPart } from '../../../ir/call.ts'
import type { ResultContent } from '../../../ir/result.ts'
import { isTooDeep } from '../../../text/depth.ts'
import { digest } from '../../../text/digest.ts'
import { valueKey } from '../../../text/value-key.ts'
import { canonicalJson } from '../../json/canonical.ts'

/**
 * The same for results that say the same, letter for letter and byte for byte, whatever else is kept with them. Null for what
 * is like nothing else: nothing at all, a provider's own item, a value nested too deeply.
 */
export function contentKey(content: readonly ResultContent[]): string | null {
  if (content.length === 0) return null
  const keys = content.map(keyOf)
  return keys.includes(null) ? null : digest(JSON.stringify(keys))
}

function keyOf(part: ResultContent): readonly string[] | null {
  switch (part.kind) {
    case 'text':
      return ['text', part.text]
    case 'data':
      return isTooDeep(part.value) ? null : ['data', valueKey(part.value)]
    case 'file':
      return ['file', part.mediaType, valueKey(part.source)]
    case 'opaque':
      return null
  }
}

/**
 * The same for calls of the same tool with the same arguments, by value: neither the order of keys nor blanks matter. Null
 * where arguments are nested too deeply to be compared.
 */
export function callKey({ name, arguments: given, freeform }: ToolCallPart): string | null {
  if (freeform && typeof given === 'string') return digest(JSON.stringify([name, 'words', given]))
  if (typeof given !== 'string' && isTooDeep(given)) return null
  // Without arguments is with none; what is no JSON is what it is.
  const text = given === '' ? '{}' : typeof given === 'string' ? given : JSON.stringify(given)
  const value = canonicalJson(text)
  if (value !== null) return digest(JSON.stringify([name, 'value', value]))
  return digest(JSON.stringify([name, 'text', text]))
}
