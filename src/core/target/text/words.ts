import { blankText } from '../../diag/history.ts'
import type { BlockRole, Placed } from '../../ir/block.ts'
import { writePartAsText } from '../parts.ts'
import { reasoningLoss } from '../travel.ts'
import type { Writer } from '../writer.ts'

/** Returns a part as text; null if the part is dropped. */
export function partAsText(writer: Writer, placed: Placed, role: BlockRole): string | null {
  if (placed.part.kind !== 'reasoning')
    return writePartAsText(writer, placed, role, { noFile: 'a text request holds only text' })
  writer.note(reasoningLoss('no form to replay', placed.origin))
  writer.edit('reasoning-omitted')
  return null
}

/** Returns a part as text; null if the part is dropped, or if its text is blank and the part has no tag. */
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
