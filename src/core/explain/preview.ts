import type { Part } from '../ir/part.ts'
import type { ResultContent } from '../ir/result.ts'
import { oneLine } from '../text/columns.ts'
import { toJson } from '../text/json.ts'

/** Maximum characters of a preview. */
const longest = 160

/** First half of a surrogate pair at the end of a text, where a cut may have left it. */
const halfPair = /[\ud800-\udbff]$/

/** Returns the first words of a text, on one line. */
export function previewText(text: string): string {
  const line = oneLine(text.slice(0, longest * 4))
  if (line.length <= longest) return line.replace(halfPair, '')
  return `${line
    .slice(0, longest - 1)
    .replace(halfPair, '')
    .trimEnd()}\u2026`
}

const contentText = (content: ResultContent): string => {
  if (content.kind === 'text') return content.text
  if (content.kind === 'file') return `[${content.mediaType}]`
  return content.kind === 'data' ? toJson(content.value) : `[${content.type}]`
}

/** Returns a part in full, as readable text. */
export function partText(part: Part): string {
  switch (part.kind) {
    case 'reasoning':
      return part.text === '' ? '[encrypted reasoning]' : part.text
    case 'tool-call':
      return typeof part.arguments === 'string' ? part.arguments : toJson(part.arguments)
    case 'tool-result':
      return part.content.map(contentText).join('\n')
    case 'text':
    case 'data':
    case 'file':
    case 'opaque':
      return contentText(part)
  }
}
