import { readSlot, type Slot } from './slot.ts'
import { parseTemplate, type TemplatePiece } from './template.ts'

/** A placeholder in the syntax of another template language, which counts as text here. */
export interface UnfilledSlot {
  readonly slot: Slot
  /** Text of the placeholder, with its braces. */
  readonly source: string
}

/** Pattern of a text between single braces. The text contains no braces, and no `$` is before it. */
const braces = /(?<!\$)\{([^{}]*)\}/g

/**
 * Returns placeholders in the syntax of other template languages: in doubled braces, or with spaces inside the braces,
 * as in ADK.
 */
export function unfilledSlots(template: string): readonly UnfilledSlot[] {
  if (!template.includes('{')) return []
  const pieces = parseTemplate(template)
  return pieces.flatMap((piece, index) => {
    const [next, last] = [pieces[index + 1], pieces[index + 2]]
    if (isDoubled(piece, '{'))
      return next?.kind === 'text' && isDoubled(last, '}') ? doubledBraceSlot(next.text) : []
    return piece.kind === 'text' ? spacedBraceSlots(piece.text) : []
  })
}

const isDoubled = (piece: TemplatePiece | undefined, brace: string): boolean =>
  piece?.kind === 'text' && piece.text === brace && piece.end - piece.start === 2

const doubledBraceSlot = (inside: string): readonly UnfilledSlot[] => slotIfNamed(inside, `{{${inside}}}`)

const spacedBraceSlots = (text: string): readonly UnfilledSlot[] =>
  Array.from(text.matchAll(braces)).flatMap(([source, inside = '']) =>
    inside === inside.trim() ? [] : slotIfNamed(inside, source),
  )

function slotIfNamed(inside: string, source: string): readonly UnfilledSlot[] {
  const slot = readSlot(inside.trim())
  return slot === null ? [] : [{ slot, source }]
}
