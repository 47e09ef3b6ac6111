import { eventOrigin } from '../ir/origin.ts'
import type { Part } from '../ir/part.ts'
import type { Span, Unit } from '../ir/unit.ts'
import type { Program } from '../program/program.ts'
import type { Source } from './explanation.ts'
import { placeName } from './places.ts'
import { partText, previewText } from './preview.ts'

/** Yields the origins of all parts of a unit, in order. */
export function* partOrigins({ spans }: Unit): Generator<string> {
  for (const { seq, from, to } of spans) for (let part = from; part < to; part++) yield eventOrigin(seq, part)
}

/** Returns the sources of a unit, one for each of its messages. */
export function messageSources(unit: Unit, program: Program | undefined): Source[] {
  const tools = program ? answeredTools(unit, program) : new Map<number, string>()
  return unit.spans.map(span => sourceOf(span, program, tools.get(span.seq) ?? null))
}

function sourceOf(span: Span, program: Program | undefined, tool: string | null): Source {
  const origin = eventOrigin(span.seq, span.from)
  const place = placeName(origin, program)
  if (!program) return { origin, place, author: null, tool, preview: null }
  const event = program.session.event(span.seq)
  const parts = event.parts.slice(span.from, span.to)
  return { origin, place, author: event.author, tool, preview: partsPreview(parts) }
}

/** Kinds of parts, in the order of their use for a preview: the first kind with words is used. */
const speaking = ['text', 'data', 'file', 'tool-call', 'opaque', 'tool-result', 'reasoning'] as const

/**
 * Returns the first words of a message's parts, in the order of `speaking`. If no part has words, returns the arguments
 * of the first call.
 */
function partsPreview(parts: readonly Part[]): string {
  for (const part of speaking.flatMap(kind => parts.filter(item => item.kind === kind))) {
    const words = previewText(partText(part))
    if (words !== '') return words
  }
  return ''
}

/** Returns the first words of a unit, from the first of its messages that has any. */
export const unitPreview = ({ spans }: Unit, { session }: Program): string =>
  partsPreview(spans.flatMap(({ seq, from, to }) => session.event(seq).parts.slice(from, to)))

/**
 * Returns the source of a unit's first message. Its preview is that of the whole unit, because the first message may
 * contain only reasoning.
 */
export function firstMessage(unit: Unit, program: Program): Source {
  const [first] = messageSources(unit, program)
  return { ...(first as Source), preview: unitPreview(unit, program) }
}

/** Returns the tool of each result in a unit, by the sequence number of the result's event. */
function answeredTools({ calls }: Unit, { session }: Program): Map<number, string> {
  const tools = new Map<number, string>()
  for (const index of calls) {
    const { name, answer } = session.units.rows.call(index)
    if (answer) tools.set(answer.seq, name)
  }
  return tools
}
