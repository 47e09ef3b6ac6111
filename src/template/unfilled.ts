import { readSlot, type Slot } from './slot.ts'
import { parseTemplate, type TemplatePiece } from './template.ts'

/** Braces around a key where other template languages put its value, and a template here has text. */
export interface UnfilledSlot {
  readonly slot: Slot
  /** As it is written. */
  readonly source: string
}

/** Single braces that hold none and belong to no `${`. */
const braces = /(?<!\$)\{([^{}]*)\}/g

/** Slots of other template languages: between doubled braces, or with spaces between brace and key, as ADK has them. */
export function unfilledSlots(template: string): readonly UnfilledSlot[] {
  if (!template.includes('{')) return []
  const pieces = parseTemplate(template)
  return pieces.flatMap((piece, index) => {
    const [next, last] = [pieces[index + 1], pieces[index + 2]]
    if (isDoubled(piece, '{'))
      return next?.kind === 'text' && isDoubled(last, '}') ? inDoubled(next.text) : []
    return piece.kind === 'text' ? inSingle(piece.text) : []
  })
}

const isDoubled = (piece: TemplatePiece | undefined, brace: string): boolean =>
  piece?.kind === 'text' && piece.text === brace && piece.end - piece.start === 2

const inDoubled = (inside: string): readonly UnfilledSlot[] => named(inside, `{{${inside}}}`)

const inSingle = (text: string): readonly UnfilledSlot[] =>
  Array.from(text.matchAll(braces)).flatMap(([source, inside = '']) =>
    inside === inside.trim() ? [] : named(inside, source),
  )

function named(inside: string, source: string): readonly UnfilledSlot[] {
  const slot = readSlot(inside.trim())
  return slot === null ? [] : [{ slot, source }]
}
