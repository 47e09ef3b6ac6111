import { digest } from '../text/digest.ts'
import { escapeAttribute } from './tag.ts'

/** The two tags that mark a text as someone's words. */
export interface Fence {
  readonly open: string
  readonly close: string
}

/** Text that must not occur outside a fence: the beginning of one of its tags. */
export const ownTag = /<(?=\/?context:)/gi

/** Whether a text holds what looks like the beginning of a tag of the compiler. */
export const holdsTag = (text: string): boolean => text.includes('<') && text.search(ownTag) >= 0

/** A text in which nothing looks like a tag of the compiler. */
export const withoutTags = (text: string): string => text.replace(ownTag, '&lt;')

/**
 * Tags that a text cannot forge: their name holds a hash of the text, salted anew while the text contains
 * it, so the text stays as it is and still cannot close the fence around it. Deterministic.
 */
export function fence(payload: string, from: string): Fence {
  let hash = digest(payload).slice(0, 8)
  for (let salt = 0; payload.includes(hash); salt++) hash = digest(`${salt}:${payload}`).slice(0, 8)
  return { open: `<context:${hash} from="${escapeAttribute(from)}">\n`, close: `\n</context:${hash}>` }
}
