import type { Block, Placed } from '../ir/block.ts'
import { describeFile } from '../ir/describe-file.ts'
import { describeOpaque } from '../target/travel.ts'
import { toJson } from '../text/json.ts'
import { wellFormed } from '../text/well-formed.ts'
import { fence, withoutTags } from '../trust/fence.ts'

/** A text that a provider takes, in which nobody but a developer can speak as the compiler. */
export const cleanText = (text: string, trust: Block['trust']): string =>
  trust === 'developer' ? wellFormed(text) : withoutTags(wellFormed(text))

/** A tool's words in the same way; those that say nothing become none. */
export const cleanOutput = (text: string, trust: Block['trust']): string =>
  text.trim() === '' ? '' : cleanText(text, trust)

/** Returns the content of a part as text. */
export function textOfPart({ part }: Placed): string {
  if (part.kind === 'text') return part.text
  if (part.kind === 'data') return toJson(part.value)
  if (part.kind === 'file') return part.source.type === 'text' ? part.source.text : describeFile(part)
  return part.kind === 'opaque' ? describeOpaque(part) : toJson(part)
}

/** The words of a block that is no answer, its fences with it; late system text in a fence of its own. */
export function textsOfBlock({ items, role, trust }: Block): string[] {
  return items.flatMap(item => {
    if ('result' in item) return []
    const words = textOfPart(item)
    if (role === 'developer') {
      const { open, close } = fence(words, role)
      return [wellFormed(open + words + close)]
    }
    const fenced = item.origin === 'c:fence' || item.runs?.some(([, origin]) => origin === 'c:fence')
    return words.trim() === '' ? [] : [fenced ? wellFormed(words) : cleanText(words, trust)]
  })
}
