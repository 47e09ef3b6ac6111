import type { EventInput } from '../../core/ir/event.ts'
import { hashText } from '../../core/text/hash.ts'
import { toJson } from '../../core/text/json.ts'

/**
 * Returns a hash that distinguishes an event of a memory from others of the same form: chunks are changed in place, so
 * a plan made before a change must not be used after it. Excludes the status of a call, which becomes known later.
 */
export function eventMark({ author, tier, parts = [] }: EventInput): number {
  let hash = hashText(hashText(0, author), tier ?? '')
  const take = (text: string): void => {
    hash = hashText(hash, text)
  }
  for (const part of parts) {
    if (part.kind === 'text') take(part.text)
    else if (part.kind !== 'tool-call') take(toJson(part))
    else if (typeof part.arguments === 'string') take(part.arguments)
    else take(toJson(part.arguments))
    const { status: _, ...attributes } = ('tag' in part && part.tag?.attributes) || {}
    take(toJson(attributes))
  }
  return hash
}
