import { fence } from '../../trust/fence.ts'
import type { ContextBlock } from '../engine/message.ts'

/**
 * Returns the text of a block for the model. Its tag says which earlier block it replaces; values of the state are fenced, so
 * that none can close the tag.
 */
export function renderBlock({ slot, text, isDeveloper }: ContextBlock): string {
  const safe = text.replace(/<(?=\/?steering)/gi, '&lt;')
  const id = `id="${slot.replace(/[^\p{L}\p{N}_./-]/gu, escaped)}" replaces="earlier">`
  if (isDeveloper) return `<steering ${id}\n${text}\n</steering>`
  const { open, close } = fence(safe, 'state')
  return `${open.replace('>', ` ${id}`)}${safe}${close}`
}

/** Returns a sign of a name as its code, so that two names have two ids. */
const escaped = (sign: string): string => `%${(sign.codePointAt(0) ?? 0).toString(16)}`
