import { readSlot, type Slot } from './slot.ts'

/** Offsets in a template, in UTF-16 units. */
interface TemplateSpan {
  readonly start: number
  readonly end: number
}

/** A stretch that is sent as text. A doubled brace is a stretch of its own: one character from two. */
export interface TemplateText extends TemplateSpan {
  readonly kind: 'text'
  readonly text: string
}

/** A place where a value goes, with its braces. */
export type TemplateSlot = Slot & TemplateSpan & { readonly source: string }

/** Text or slot. The pieces of a template tile it: each begins where the one before ends. */
export type TemplatePiece = TemplateText | TemplateSlot

/**
 * A template in pieces, read once from left to right. Slots are `{key}`, `{key?}`, `{key|text}`, `{user:key}`,
 * `{key.path.0}` and `{artifact.name}`; `{{` is `{`, and `}}` is `}` unless it closes a `{` that stands for itself, as
 * in nested JSON. Whatever is exactly none of these is text, and so is `${key}`. Every brace doubled: all of it is text.
 */
export function parseTemplate(template: string): readonly TemplatePiece[] {
  const pieces: TemplatePiece[] = []
  let taken = 0
  function add(piece: TemplatePiece): void {
    addText(piece.start)
    pieces.push(piece)
    taken = piece.end
  }
  function addText(end: number): void {
    if (taken < end) pieces.push({ kind: 'text', text: template.slice(taken, end), start: taken, end })
  }

  const braces = Array.from(template.matchAll(/[{}]/g), match => match.index)
  // Open braces are kept here until their partners are found; each says whether it is doubled.
  const open: boolean[] = []
  for (let i = 0; i < braces.length; i++) {
    const at = braces[i]!
    const brace = template[at]!
    const slot = brace === '{' ? slotAt(template, at, braces[i + 1]) : null
    const closesSingle = brace === '}' && open.at(-1) === false
    const doubled = !closesSingle && template[at + 1] === brace
    if (slot) add(slot)
    else if (brace === '{') open.push(doubled)
    else if (closesSingle || doubled) open.pop()
    if (doubled) add({ kind: 'text', text: brace, start: at, end: at + 2 })
    if (slot || doubled) i++ // the next brace is used up
  }
  addText(template.length)
  return pieces
}

/** The slot between a brace and the next one, if it is one. */
function slotAt(template: string, start: number, close: number | undefined): TemplateSlot | null {
  // `${x}` belongs to a shell or a programming language.
  if (close === undefined || template[close] === '{' || template[start - 1] === '$') return null
  const slot = readSlot(template.slice(start + 1, close))
  const end = close + 1
  return slot && { ...slot, source: template.slice(start, end), start, end }
}
