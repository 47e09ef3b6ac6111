import { readSlot, type Slot } from './slot.ts'
import { parseTemplate, type TemplatePiece } from './template.ts'

/** Slots between doubled braces: `{{name}}` is sent as `{name}`, where other template languages give the value. */
export function escapedSlots(template: string): readonly Slot[] {
  if (!template.includes('{{')) return []
  const pieces = parseTemplate(template)
  return pieces.flatMap((piece, index) => {
    const [next, last] = [pieces[index + 1], pieces[index + 2]]
    if (!isDoubled(piece, '{') || next?.kind !== 'text' || !isDoubled(last, '}')) return []
    return readSlot(next.text) ?? []
  })
}

const isDoubled = (piece: TemplatePiece | undefined, brace: string): boolean =>
  piece?.kind === 'text' && piece.text === brace && piece.end - piece.start === 2
