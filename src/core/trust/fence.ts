import { digest } from '../text/digest.ts'
import { escapeAttribute } from './tag.ts'

/** Sign that is put before each word of a text whose words are marked as external. */
export const wordMark = '^'

/**
 * Returns a text with a sign before each word, so that a model always recognizes the text as external. Placeholders
 * stay unchanged, because a model copies them.
 */
export const markWords = (text: string): string => text.replace(/(?<!\S)(?=\S)(?!\[secret:)/g, wordMark)

/** Pair of tags (a fence) that marks a text as external. */
export interface Fence {
  readonly open: string
  readonly close: string
}

/** Pattern for the start of a compiler tag. Such a tag may only be placed around a fenced text. */
export const ownTag = /<(?=\/?context:)/gi

/** Whether a text contains the start of one of the compiler's tags. */
export const containsTag = (text: string): boolean => text.includes('<') && text.search(ownTag) >= 0

/** Escapes a text so that nothing in the text looks like a compiler tag. */
export const escapeOwnTags = (text: string): string => text.replace(ownTag, '&lt;')

/**
 * Returns tags that a text cannot forge. Their name contains a hash of the text. If the text contains this name, the
 * hash is made again with another salt. So the text stays unchanged and still cannot close its own tags. Deterministic.
 */
export const contextTags = (payload: string, from: string): Fence => tagsFor('context', payload, from)

/** Whether a text is exactly one text between its tags, from one of some names. */
export function isBetweenContextTags(text: string, names: readonly string[]): boolean {
  const [, payload] = /^<context:\w+ from="[^"]*">\n([\s\S]*)\n<\/context:\w+>$/.exec(text) ?? []
  if (payload === undefined) return false
  return names.some(name => {
    const { open, close } = contextTags(payload, name)
    return text === open + payload + close
  })
}

/** Returns tags for text inside a message that the text cannot forge. The compiler does not escape these tags. */
export const dataTags = (payload: string, from: string): Fence => tagsFor('data', payload, from)

function tagsFor(name: string, payload: string, from: string): Fence {
  let hash = digest(payload).slice(0, 8)
  for (let salt = 0; payload.includes(hash); salt++) hash = digest(`${salt}:${payload}`).slice(0, 8)
  return { open: `<${name}:${hash} from="${escapeAttribute(from)}">\n`, close: `\n</${name}:${hash}>` }
}
