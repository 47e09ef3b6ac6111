import type { MissingValue } from '../diag/template.ts'
import type { Origin, Run } from '../ir/origin.ts'
import { fillTemplate, type MissingPolicy } from './fill-template.ts'
import { parseTemplate, type TemplateSlot } from './template.ts'

/** A value that a slot asks for, and where it came from; undefined where it is missing. */
export interface Found {
  readonly value: unknown
  readonly origin: Origin
}

/** Where the values of a template come from, and what to do where there is none. */
export interface Filling {
  readonly missing: MissingPolicy
  find(slot: TemplateSlot): Found | undefined
}

/** A template with its values, every stretch with where it came from; what had to be there and was not is added to `missing`. */
export function fill(
  text: string,
  origin: Origin,
  { missing: policy, find }: Filling,
  missing: MissingValue[],
): Run[] {
  const pieces = parseTemplate(text)
  const found = new Map<TemplateSlot, Found>()
  const lookup = (slot: TemplateSlot): unknown => {
    const known = find(slot)
    if (known) found.set(slot, known)
    return known?.value
  }
  const filled = fillTemplate(pieces, lookup, policy)
  return filled.runs.map(({ text: words, from, present }): Run => {
    const value = present && from.kind !== 'text' ? found.get(from) : undefined
    const whole = pieces.length === 1 ? origin : `${origin}@${from.start}-${from.end}`
    if (!present && from.kind !== 'text' && !from.optional) missing.push({ key: from.reference, at: whole })
    return [words, value?.origin ?? whole]
  })
}
