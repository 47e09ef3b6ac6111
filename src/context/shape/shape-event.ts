import { eventOrigin } from '../../ir/origin.ts'
import type { Part } from '../../ir/part.ts'
import type { Operation } from '../../ir/policy.ts'
import type { ResultContent, ToolResultPart } from '../../ir/result.ts'
import type { Shape, Shaping } from '../../ir/shape.ts'
import { type Event, roleOf } from '../../session/event.ts'
import { toJson } from '../../text/json.ts'
import { compactText } from '../compact/compact-text.ts'
import { projectJson } from '../project/project-json.ts'
import { truncateText } from '../truncate/truncate-text.ts'
import { compactedAs, sameAs, supersededBy } from './words.ts'

/** Counts the tokens that a text may take at the most. */
export type CountText = (text: string) => number

/** An event as a shape shows it; what was done is added to `edits`. */
export function shapeEvent(event: Event, shape: Shape, count: CountText, edits: Set<Shaping>): Event {
  if (shape.key === '') return event
  const said = roleOf(event.author)
  const parts = event.parts.map((part, index): Part => {
    if (part.kind === 'tool-result') return shapeResult(part, event.seq, index, shape, count, edits)
    // What a model said is its own, and what a developer said is meant.
    if (part.kind !== 'text' || (said !== 'user' && said !== 'tool')) return part
    const text = shapeText(part.text, `${event.seq}.${index}`, shape.operations, count, edits)
    return text === part.text ? part : { ...part, text }
  })
  return parts.every((part, index) => part === event.parts[index]) ? event : { ...event, parts }
}

function shapeResult(
  part: ToolResultPart,
  seq: number,
  index: number,
  { operations, repeated }: Shape,
  count: CountText,
  edits: Set<Shaping>,
): ToolResultPart {
  // What a provider's own tool gave is replayed as it came.
  if (part.native) return part
  const repeat = repeated.get(eventOrigin(seq, index))
  if (repeat) {
    edits.add('deduplicated')
    const says = repeat.which === 'exact' ? sameAs : supersededBy
    return { ...part, content: [{ kind: 'text', text: says(String(repeat.seq)) }] }
  }
  const content = part.content.map((piece, at): ResultContent => {
    const text = piece.kind === 'text' ? piece.text : piece.kind === 'data' ? toJson(piece.value) : null
    if (text === null) return piece
    const handle = part.content.length === 1 ? `${seq}.${index}` : `${seq}.${index}.${at}`
    const shaped = shapeText(text, handle, operations, count, edits)
    return shaped === text ? piece : { kind: 'text', text: shaped }
  })
  return content.every((piece, at) => piece === part.content[at]) ? part : { ...part, content }
}

function shapeText(
  given: string,
  handle: string,
  operations: readonly Operation[],
  count: CountText,
  edits: Set<Shaping>,
): string {
  let text = given
  for (const operation of operations) {
    const shaped = shapedBy(operation, text, handle, count)
    if (shaped === null) continue
    text = shaped
    edits.add(editOf[operation.op])
  }
  return text
}

const editOf = {
  compact: 'compacted',
  truncate: 'truncated',
  project: 'projected',
  dedupe: 'deduplicated',
  render: 'rendered',
} as const satisfies Record<Operation['op'], Shaping>

/** A text after one operation; null where that leaves it as it is. */
function shapedBy(operation: Operation, text: string, handle: string, count: CountText): string | null {
  switch (operation.op) {
    case 'project':
      return projectJson(text, operation)
    case 'truncate':
      return truncateText(text, operation, count)
    case 'compact':
      return compactText(text, operation, (_, leftOut) => compactedAs(leftOut, handle))?.text ?? null
    default:
      return null
  }
}
