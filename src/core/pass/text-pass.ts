import { roleOfAuthor } from '../ir/event.ts'
import { writeHandle } from '../ir/handle.ts'
import { eventOrigin } from '../ir/origin.ts'
import type { Operation, OperationOf } from '../ir/policy.ts'
import type { ResultContent } from '../ir/result.ts'
import { toJson } from '../text/json.ts'
import type { LocalPass, PartPlace } from './pass.ts'

/**
 * Returns a pass that applies one operation to the texts of users and tools, including tool results. If `change`
 * returns null for a text, the text stays unchanged.
 */
export const textPass = <Op extends Operation['op']>(
  name: Op,
  change: (text: string, operation: OperationOf<Op>, handle: string, at: PartPlace) => string | null,
): LocalPass => ({
  kind: 'local',
  name,
  run(part, at) {
    const {
      event: { seq, author },
      index,
      operations,
      repeated,
    } = at
    const operation = operations.find((one): one is OperationOf<Op> => one.op === name)
    if (operation === undefined) return part
    if (part.kind === 'text') {
      const said = roleOfAuthor(author)
      // Texts of models and developers are never changed.
      if (said !== 'user' && said !== 'tool') return part
      const text = change(part.text, operation, writeHandle({ seq, part: index }), at)
      return text === null ? part : { ...part, text }
    }
    // The result of a provider's own tool is sent back unchanged.
    if (part.kind !== 'tool-result' || part.native) return part
    const elsewhere = repeated.get(eventOrigin(seq, index))?.text
    const content = part.content.map((piece, number): ResultContent => {
      const text = piece.kind === 'text' ? piece.text : piece.kind === 'data' ? toJson(piece.value) : null
      // A text that refers to a repeated result is useful only if it is complete, so it stays unchanged.
      if (text === null || text === elsewhere) return piece
      const handle = writeHandle({ seq, part: index, ...(part.content.length > 1 && { index: number }) })
      const changed = change(text, operation, handle, at)
      return changed === null ? piece : { kind: 'text', text: changed }
    })
    return content.every((piece, number) => piece === part.content[number]) ? part : { ...part, content }
  },
})
