import { roleOfAuthor } from '../../ir/event.ts'
import type { UnitRole } from '../../ir/policy.ts'
import type { UnitTable } from '../../session/unit/unit-table.ts'

/** Returns the role of the author of a unit. */
export function roleIn(rows: UnitTable, unit: number): UnitRole {
  const kind = rows.ownKindOf(unit)
  if (kind === 'user' || kind === 'developer' || kind === 'model') return kind
  return kind === 'summary' ? roleOfAuthor(rows.authorOf(unit)) : 'tool'
}

/** Whether the author of a unit is a user or a developer. */
export function isMessage(rows: UnitTable, unit: number): boolean {
  const role = roleIn(rows, unit)
  return role === 'user' || role === 'developer'
}
