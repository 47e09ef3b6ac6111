import type { Part } from '../../ir/part.ts'
import type { Shape, Shaping } from '../../ir/shape.ts'
import { assertPart } from '../../session/assert-event.ts'
import type { Event } from '../../session/event.ts'
import { reasonOf } from '../../text/reason.ts'
import type { LocalPass } from '../schedule/pass.ts'

/** Counts the tokens that a text may take at the most. */
export type CountText = (text: string) => number

/** The passes that show parts otherwise, and what they need. */
export interface Shaper {
  readonly passes: readonly LocalPass[]
  readonly count: CountText
  /** The agent's tool that takes handles, as the model is told of it; null where it has none. */
  readonly expander: string | null
  /** Whether a pass may do something where no policy asks for it. */
  readonly always: boolean
}

/** What was done to a unit's events. */
export interface Done {
  readonly shapings: Set<Shaping>
  /** Passes that threw, by name, and why. */
  readonly failed: Map<string, string>
}

/** An event as a shape shows it; a pass that throws leaves its part as it is. */
export function shapeEvent(
  event: Event,
  shape: Shape,
  { passes, count, expander, always }: Shaper,
  done: Done,
): Event {
  if (shape.key === '' && !always) return event
  const { operations, repeated } = shape
  const parts = event.parts.map((part, index) => {
    let shown = part
    for (const pass of passes) {
      try {
        const next = pass.run(shown, { event, index, operations, repeated, count, expander })
        if (next === shown) continue
        assertShown(next, shown)
        shown = next
        done.shapings.add(shapingOf.get(pass.name) ?? 'rewritten')
      } catch (error) {
        done.failed.set(pass.name, reasonOf(error))
      }
    }
    return shown
  })
  return parts.every((part, index) => part === event.parts[index]) ? event : { ...event, parts }
}

/** A part is changed, not made another: calls keep their results. */
function assertShown(next: unknown, { kind }: Part): void {
  assertPart(next, 'what it gave')
  if (next.kind !== kind) throw new TypeError(`it made a ${next.kind} of a ${kind}`)
}

const shapingOf: ReadonlyMap<string, Shaping> = new Map([
  ['compact', 'compacted'],
  ['truncate', 'truncated'],
  ['project', 'projected'],
  ['dedupe', 'deduplicated'],
] as const)
