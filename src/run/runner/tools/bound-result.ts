import type { FilePart } from '../../../core/ir/file.ts'
import type { ResultContent } from '../../../core/ir/result.ts'
import { cutBefore } from '../../../core/text/cut.ts'
import { toJson } from '../../../core/text/json.ts'
import { formatNumber } from '../../../core/text/number.ts'

/** Maximum number of base64 characters in a result, about 20 MB, because no provider accepts a larger request. */
const mostBase64 = 28_000_000

const droppedCharactersNote = (characters: number): string =>
  `[${formatNumber(characters)} more characters of this result were left out]`

/**
 * Returns a result's content cut to `most` characters of texts and data, with a note about the dropped rest. Otherwise
 * one result could fill the model's window, or take minutes to read.
 */
export function boundContent(content: readonly ResultContent[], most: number): readonly ResultContent[] {
  let room = most
  let bytes = mostBase64
  let lost = 0
  const kept = content.flatMap((part): readonly ResultContent[] => {
    const file = part.kind === 'file' ? base64OfFile(part) : null
    if (part.kind === 'file' && file !== null) {
      if (file.length > bytes)
        return [{ kind: 'text', text: `[a file of this result was left out: ${part.mediaType}, too large]` }]
      bytes -= file.length
      return [part]
    }
    const text = boundableText(part)
    const end = text.length <= room ? text.length : isFileAddress(part) ? 0 : cutBefore(text, room)
    room -= end
    lost += text.length - end
    if (end === text.length) return [part]
    return end === 0 ? [] : [cutPart(part, text.slice(0, end))]
  })
  return lost === 0 ? kept : [...kept, { kind: 'text', text: droppedCharactersNote(lost) }]
}

/** Returns the base64 of a file, also from a `data:` URL; null for a file without base64. */
function base64OfFile({ source }: FilePart): string | null {
  if (source.type === 'base64') return source.data
  return source.type === 'url' && /^data:/i.test(source.url) ? source.url : null
}

/** Whether a part is the URL of a file, which would be useless if cut. */
const isFileAddress = (part: ResultContent): boolean => part.kind === 'file' && part.source.type !== 'text'

function boundableText(part: ResultContent): string {
  if (part.kind === 'text') return part.text
  if (part.kind === 'file') return part.source.type === 'text' ? part.source.text : toJson(part.source)
  return toJson(part.kind === 'data' ? part.value : part)
}

/** Returns the beginning of a part. Cut data becomes text, because half of a JSON value is not valid. */
const cutPart = (part: ResultContent, text: string): ResultContent =>
  part.kind === 'file' && part.source.type === 'text'
    ? { ...part, source: { type: 'text', text } }
    : { kind: 'text', text }
