import { type Event, roleOf } from '../../ir/event.ts'
import type { Part } from '../../ir/part.ts'
import type { Selector, UnitRole, Where } from '../../ir/policy.ts'
import type { UnitTable } from '../../session/unit/unit-table.ts'

/** Whether a unit is meant for what it holds, wherever the session stands. */
export type UnitTest = (unit: number) => boolean

/** The test of a selector that goes by what units hold; null for one that goes by where they stand. */
export function testOf(
  selector: Selector,
  rows: UnitTable,
  eventAt: (seq: number) => Event,
): UnitTest | null {
  switch (selector.by) {
    case 'users':
      return unit => isSaid(roleIn(rows, unit))
    case 'agents':
      return unit => isSaid(roleIn(rows, unit)) || selector.names.includes(rows.authorOf(unit))
    case 'other-agents':
      return unit => !selector.names.includes(rows.authorOf(unit))
    case 'where':
      return whereTest(selector.where, rows, eventAt)
    default:
      return null
  }
}

/** Users and developers speak from outside. */
const isSaid = (role: UnitRole): boolean => role === 'user' || role === 'developer'

/** Returns the role that speaks in a unit. */
function roleIn(rows: UnitTable, unit: number): UnitRole {
  const kind = rows.ownKindOf(unit)
  if (kind === 'user' || kind === 'developer' || kind === 'model') return kind
  return kind === 'summary' ? roleOf(rows.authorOf(unit)) : 'tool'
}

function whereTest(where: Where, rows: UnitTable, eventAt: (seq: number) => Event): UnitTest {
  const authors = listOf(where.author)
  const roles = listOf(where.role)
  const types = listOf(where.type)
  const tags = listOf(where.tag)
  const tools = listOf(where.tool)
  const partsOf = (unit: number): Part[] =>
    rows.unit(unit).spans.flatMap(({ seq, from, to }) => eventAt(seq).parts.slice(from, to))
  // Answers stand in the unit of their calls.
  const isAnswered = (unit: number): boolean =>
    rows.unit(unit).spans.some(({ seq }) => roleOf(eventAt(seq).author) === 'tool')
  return unit => {
    if (authors && !authors.includes(rows.authorOf(unit)) && !(authors.includes('tool') && isAnswered(unit)))
      return false
    if (roles && !roles.includes(roleIn(rows, unit)) && !(roles.includes('tool') && isAnswered(unit)))
      return false
    if (!types && !tags && !tools) return true
    const parts = partsOf(unit)
    return (
      (!types || parts.some(({ kind }) => types.includes(kind))) &&
      (!tags ||
        parts.some(part => 'tag' in part && part.tag !== undefined && tags.includes(part.tag.name))) &&
      (!tools || parts.some(part => isOf(part, tools)))
    )
  }
}

/** Whether a part is a call of one of these tools, or an answer of one. */
const isOf = (part: Part, tools: readonly string[]): boolean =>
  (part.kind === 'tool-call' || part.kind === 'tool-result') &&
  part.name !== undefined &&
  tools.includes(part.name)

const listOf = <Value extends string>(
  given: Value | readonly Value[] | undefined,
): readonly Value[] | null => (given === undefined ? null : typeof given === 'string' ? [given] : given)
