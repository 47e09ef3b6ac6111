import { contextTags } from '../../core/trust/fence.ts'
import type { ContextBlock } from '../engine/message.ts'

/**
 * Returns the text of a context block for the model, between tags that say which earlier block it replaces. No state
 * value can close the tags.
 */
export function renderBlock({ slot, text, isDeveloper }: Omit<ContextBlock, 'item'>, part = ''): string {
  const safe = text.replace(/<(?=\/?steering)/gi, '&lt;')
  const id = slot.replace(/[^\p{L}\p{N}_./-]/gu, escapeNameCharacter)
  const rest = part === '' ? ' replaces="earlier">' : ` part="${part}" replaces="earlier">`
  if (isDeveloper)
    return `<steering id="${id}"${rest}\n${text.replace(/<(?=\/steering)/gi, '&lt;')}\n</steering>`
  const { open, close } = contextTags(safe, id)
  return `${open.replace('>', rest)}${safe}${close}`
}

/** Returns a character of a slot name as its code, so that different names have different ids. */
const escapeNameCharacter = (sign: string): string => `%${(sign.codePointAt(0) ?? 0).toString(16)}`
