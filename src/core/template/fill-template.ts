import type { TemplatePiece, TemplateSlot } from './template.ts'
import { valueText } from './value-text.ts'

/** Replacement for a missing required value; with `error`, the placeholder stays as written and is reported. */
export type MissingPolicy = 'keep' | 'empty' | 'error'

/** Text made from one piece of a template. */
export interface TemplateRun {
  readonly text: string
  readonly from: TemplatePiece
  /** Whether the placeholder has a value; true for plain text. */
  readonly present: boolean
}

/** A filled template. */
export interface FilledTemplate {
  readonly runs: readonly TemplateRun[]
  /** References of the required values that were missing, without repeats, in order of appearance. */
  readonly missing: readonly string[]
}

/** Fills the placeholders of a template one by one. `lookup` returns undefined for a missing value. */
export function fillTemplate(
  pieces: readonly TemplatePiece[],
  lookup: (slot: TemplateSlot) => unknown,
  policy: MissingPolicy,
): FilledTemplate {
  const missing = new Set<string>()
  const runs = pieces.map((from): TemplateRun => {
    if (from.kind === 'text') return { text: from.text, from, present: true }
    const value = lookup(from)
    if (isValue(value)) return { text: valueText(value), from, present: true }
    if (from.optional) return { text: from.fallback, from, present: false }
    missing.add(from.reference)
    return { text: policy === 'empty' ? '' : from.source, from, present: false }
  })
  return { runs, missing: [...missing] }
}

/** Whether a value can be JSON; undefined, a function or a symbol counts as missing. */
const isValue = (value: unknown): boolean => !['undefined', 'function', 'symbol'].includes(typeof value)
