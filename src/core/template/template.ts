import { readSlot, type Slot } from './slot.ts'

/** Start and end of a piece in its template, in UTF-16 units. */
interface TemplateSpan {
  readonly start: number
  readonly end: number
}

/** A piece of a template that is sent as text. A doubled brace is a separate piece: two characters that become one. */
export interface TemplateText extends TemplateSpan {
  readonly kind: 'text'
  readonly text: string
}

/** A placeholder, with its braces. */
export type TemplateSlot = Slot & TemplateSpan & { readonly source: string }

/** Text or a slot. The pieces cover the template without gaps or overlaps. */
export type TemplatePiece = TemplateText | TemplateSlot

/**
 * Parses a template into pieces, in one pass from left to right. Slots are `{key}`, `{key?}`, `{key|text}`,
 * `{user:key}`, `{key.path.0}` and `{artifact.name}`. `{{` becomes `{`, and `}}` becomes `}` unless it closes a literal
 * `{`, as in nested JSON. Anything else is text, including `${key}`. If every brace is doubled, the whole template is
 * text.
 */
export function parseTemplate(template: string): readonly TemplatePiece[] {
  const pieces: TemplatePiece[] = []
  let taken = 0
  function addTemplatePiece(piece: TemplatePiece): void {
    addText(piece.start)
    pieces.push(piece)
    taken = piece.end
  }
  function addText(end: number): void {
    if (taken < end) pieces.push({ kind: 'text', text: template.slice(taken, end), start: taken, end })
  }

  const braces = Array.from(template.matchAll(/[{}]/g), match => match.index)
  // Open braces that are not closed yet; true for a doubled brace.
  const open: boolean[] = []
  for (let i = 0; i < braces.length; i++) {
    const at = braces[i]!
    const brace = template[at]!
    const slot = brace === '{' ? slotAt(template, at, braces[i + 1]) : null
    const closesSingle = brace === '}' && open.at(-1) === false
    const doubled = !closesSingle && template[at + 1] === brace
    if (slot) addTemplatePiece(slot)
    else if (brace === '{') open.push(doubled)
    else if (closesSingle || doubled) open.pop()
    if (doubled) addTemplatePiece({ kind: 'text', text: brace, start: at, end: at + 2 })
    if (slot || doubled) i++ // the next brace was already read, as part of a placeholder or an escape
  }
  addText(template.length)
  return pieces
}

/** Returns the slot between a brace and the next one; null if there is no slot. */
function slotAt(template: string, start: number, close: number | undefined): TemplateSlot | null {
  // `${x}` is syntax of a shell or a programming language.
  if (close === undefined || template[close] === '{' || template[start - 1] === '$') return null
  const slot = readSlot(template.slice(start + 1, close))
  const end = close + 1
  return slot && { ...slot, source: template.slice(start, end), start, end }
}
