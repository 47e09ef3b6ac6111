import type { MissingValue } from '../diag/template.ts'
import type { Origin, Run } from '../ir/origin.ts'
import { fillTemplate, type MissingPolicy } from './fill-template.ts'
import type { PromptPiece } from './prompt-text.ts'
import { parseTemplate, type TemplatePiece, type TemplateSlot, type TemplateText } from './template.ts'

/** Value with which a placeholder is filled, and the value's origin. */
export interface SlotValue {
  readonly value: unknown
  readonly origin: Origin
}

/** Returns a text as a template that consists of one piece. */
export const asTemplate = (text: string): Fillable => ({ pieces: [{ text, template: true }] })

/** Function that returns the values of a template, and how missing values are treated. */
export interface Filling {
  readonly missing: MissingPolicy
  find(slot: TemplateSlot): SlotValue | undefined
}

/** Text to fill, in pieces. */
export interface Fillable {
  readonly pieces: readonly PromptPiece[]
  /** Whether to fill a placeholder; the others stay as text. By default, all are filled. */
  readonly fills?: (slot: TemplateSlot) => boolean
}

/** Fills a template and records the origin of every run; missing required values are added to `missing`. */
export function fillWithOrigins(
  { pieces, fills = () => true }: Fillable,
  origin: Origin,
  filling: Filling,
  missing: MissingValue[],
): Run[] {
  let end = 0
  return pieces.flatMap(({ text, template }): readonly Run[] => {
    const start = end
    end += text.length
    if (!template) return [[text, `${origin}@${start}-${end}`]]
    const originOfRange = (from: number, to: number): Origin => `${origin}@${start + from}-${start + to}`
    return fillPiece(
      parseTemplate(text).map(piece => (piece.kind === 'text' || fills(piece) ? piece : asText(piece))),
      pieces.length === 1 ? origin : null,
      originOfRange,
      filling,
      missing,
    )
  })
}

const asText = ({ source, start, end }: TemplateSlot): TemplateText => ({
  kind: 'text',
  text: source,
  start,
  end,
})

function fillPiece(
  pieces: readonly TemplatePiece[],
  origin: Origin | null,
  at: (from: number, to: number) => Origin,
  { missing: policy, find }: Filling,
  missing: MissingValue[],
): Run[] {
  const found = new Map<TemplateSlot, SlotValue>()
  const findSlotValue = (slot: TemplateSlot): unknown => {
    const known = find(slot)
    if (known) found.set(slot, known)
    return known?.value
  }
  const filled = fillTemplate(pieces, findSlotValue, policy)
  return filled.runs.map(({ text: words, from, present }): Run => {
    const value = present && from.kind !== 'text' ? found.get(from) : undefined
    const whole = pieces.length === 1 && origin !== null ? origin : at(from.start, from.end)
    if (!present && from.kind !== 'text' && !from.optional) missing.push({ key: from.reference, at: whole })
    return [words, value?.origin ?? whole]
  })
}
