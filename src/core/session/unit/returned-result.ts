import type { Event } from '../../ir/event.ts'
import type { JsonValue } from '../../ir/json.ts'
import type { ResultContent } from '../../ir/result.ts'
import { toJson } from '../../text/json.ts'
import type { CallPlace } from './call-table.ts'
import { isReturned, type RunMarks } from './run-marks.ts'
import type { UnitTable } from './unit-table.ts'

/** Units of a session, and the marks that say which results are answers. */
export interface MarkedUnits {
  readonly rows: UnitTable
  readonly runMarks: RunMarks
}

/** Returns the place of the result that is the answer of a unit's agent; null if no result is. */
export function returnedResultOf({ rows, runMarks }: MarkedUnits, unit: number): CallPlace | null {
  if (runMarks.returned.size === 0) return null
  for (const index of rows.callsOf(unit)) {
    const { answer } = rows.call(index)
    if (answer !== null && runMarks.returned.has(answer.seq)) return answer
  }
  return null
}

/** Returns the answer that the result at a place is: a text, or the value of a result that is data. */
export function returnedValue(session: { event(seq: number): Event }, { seq, part }: CallPlace): JsonValue {
  const { parts, actions } = session.event(seq)
  const result = parts[part]
  return result?.kind === 'tool-result'
    ? valueOfResult(result.content.slice(actions?.run?.returned?.from ?? 0))
    : null
}

/** Returns the answer that an event with a result is; null if it is none. */
export const answerInResult = (event: Event): JsonValue =>
  isReturned(event.actions?.run ?? {})
    ? returnedValue({ event: () => event }, { seq: event.seq, part: 0 })
    : null

/** Returns the content of a result as one value: the value of data that stands alone, otherwise the texts. */
export function valueOfResult(content: readonly ResultContent[]): JsonValue {
  const [first, ...others] = content
  if (first?.kind === 'data' && others.length === 0) return first.value
  const texts = content.map(part =>
    part.kind === 'text' ? part.text : part.kind === 'data' ? toJson(part.value) : '',
  )
  return texts.filter(text => text !== '').join('\n')
}

/** Returns an answer as a text. */
export const textOfValue = (value: JsonValue): string => (typeof value === 'string' ? value : toJson(value))
