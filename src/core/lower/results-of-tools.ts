import { eventOrigin, type Origin } from '../ir/origin.ts'
import type { Unit } from '../ir/unit.ts'
import type { SessionView } from '../session/unit/session-view.ts'

const none: ReadonlySet<Origin> = new Set()

/**
 * Returns the origins of a unit's results that the given tools returned. The name in the call or in the result
 * identifies the tool.
 */
export function resultsOfTools(
  { units, event }: Pick<SessionView, 'units' | 'event'>,
  { calls, spans }: Unit,
  tools: ReadonlySet<string>,
): ReadonlySet<Origin> {
  if (tools.size === 0) return none
  const found = new Set<Origin>()
  for (const index of calls) {
    const { name, answer } = units.rows.call(index)
    if (answer !== null && tools.has(name)) found.add(eventOrigin(answer.seq, answer.part))
  }
  // A result that arrived late is not in the unit of its call.
  for (const { seq, from, to } of spans)
    for (let index = from; index < to; index++) {
      const part = event(seq).parts[index]
      if (part?.kind === 'tool-result' && tools.has(part.name ?? '')) found.add(eventOrigin(seq, index))
    }
  return found
}
