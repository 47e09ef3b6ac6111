import { blankText } from '../../diag/history.ts'
import type { BlockRole, Placed } from '../../ir/block.ts'
import { describeFile } from '../../ir/file.ts'
import type { OpaquePart } from '../../ir/opaque.ts'
import { toJson } from '../../text/json.ts'
import { fileLoss, reasoningLoss, sayOpaque } from '../travel.ts'
import type { Writer } from '../writer.ts'

/** Returns a part as text; null for one that is dropped. */
export function partAsText(writer: Writer, placed: Placed, role: BlockRole): string | null {
  const { part, origin } = placed
  switch (part.kind) {
    case 'text':
      return part.text
    case 'data':
      return toJson(part.value)
    case 'file':
      if (part.source.type === 'text') return part.source.text
      writer.note(fileLoss('a text request holds only text', origin))
      writer.edit('reduced')
      return describeFile(part)
    case 'opaque':
      return sayOpaque(writer, placed as Placed<OpaquePart>, role)
    case 'reasoning':
      writer.note(reasoningLoss('no form to replay', origin))
      writer.edit('reasoning-omitted')
      return null
    default:
      return toJson(part)
  }
}

/** Returns a part as text; null also if the text is blank and has no tag. */
export function spokenWords(writer: Writer, placed: Placed, role: BlockRole): string | null {
  const { part } = placed
  const words = partAsText(writer, placed, role)
  if (words === null) return null
  if ('tag' in part && part.tag) return words
  if (words === '') return null
  if (words.trim() !== '') return words
  writer.edit('repaired')
  writer.note({ kind: 'CX3009', say: blankText, at: placed.origin })
  return null
}
