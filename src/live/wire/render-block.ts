import { fence } from '../../trust/fence.ts'
import type { ContextBlock } from '../engine/message.ts'

/**
 * Returns the text of a block for the model. Its tag says which earlier block it replaces; values of the state are fenced, so
 * that none can close the tag.
 */
export function renderBlock({ slot, text, isDeveloper }: ContextBlock): string {
  const safe = text.replace(/<(?=\/?steering)/gi, '&lt;')
  const { open, close } = fence(safe, 'state')
  const inner = isDeveloper ? text : `${open}${safe}${close}`
  return `<steering id="${slot.replace(/[^\w./-]/g, '_')}" replaces="earlier">\n${inner}\n</steering>`
}
