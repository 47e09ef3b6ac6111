import type { Block, Placed } from '../ir/block.ts'
import { describeFile } from '../ir/file.ts'
import { describeOpaque, isMeaninglessElsewhere } from '../target/travel.ts'
import { toJson } from '../text/json.ts'
import { wellFormed } from '../text/well-formed.ts'
import { contextTags, escapeOwnTags } from '../trust/fence.ts'

/**
 * Returns a text that a provider accepts. The compiler's own tags stay only in a developer's text; in all other text
 * they are escaped, because only the compiler may add them there.
 */
export const cleanText = (text: string, trust: Block['trust']): string =>
  trust === 'developer' ? wellFormed(text) : escapeOwnTags(wellFormed(text))

/** Returns a tool's text in a form that a provider accepts; blank text becomes empty. */
export const cleanOutput = (text: string, trust: Block['trust']): string =>
  text.trim() === '' ? '' : cleanText(text, trust)

/** Returns the content of a part as text. */
export function textOfPart({ part }: Placed): string {
  if (part.kind === 'text') return part.text
  if (part.kind === 'data') return toJson(part.value)
  if (part.kind === 'file') return part.source.type === 'text' ? part.source.text : describeFile(part)
  if (part.kind === 'opaque') return isMeaninglessElsewhere(part) ? '' : describeOpaque(part)
  return toJson(part)
}

/**
 * Returns the texts of a block that is not an answer, with tags (fences) around data and around system text that comes
 * late in the history.
 */
export function textsOfBlock({ items, role, trust }: Block): string[] {
  return items.flatMap(item => {
    if ('result' in item) return []
    const words = textOfPart(item)
    if (role === 'developer') {
      if (item.part.kind === 'opaque' && words === '') return []
      const { open, close } = contextTags(words, role)
      return [wellFormed(open + words + close)]
    }
    const fenced = item.origin === 'c:fence' || item.runs?.some(([, origin]) => origin === 'c:fence')
    return words.trim() === '' ? [] : [fenced ? wellFormed(words) : cleanText(words, trust)]
  })
}
