import type { Part } from '../../ir/part.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import losses from './compaction-losses.json' with { type: 'json' }
import type { FoundCompaction } from './provider-compaction.ts'

/** Returns the parts of a unit's first event that belong to the unit. */
function partsOf(session: SessionView, unit: number): readonly Part[] {
  const [first] = session.units.rows.unit(unit).spans
  return first === undefined ? [] : session.event(first.seq).parts.slice(first.from, first.to)
}

/**
 * Returns the units that a compaction on demand replaces and does not keep: changes of tools and settings, and the text
 * of Claude's system messages. They are sent again behind it.
 */
export function unitsSaidAgain(session: SessionView, floor: FoundCompaction | null): readonly number[] {
  const { units } = session
  const { rows } = units
  if (floor === null || !units.isHidden(floor.holder)) return []
  const holder = partsOf(session, floor.holder).at(-1)
  if (holder?.kind !== 'opaque' || (holder.format !== 'openai' && holder.format !== 'anthropic')) return []
  const { types, systemText } = losses[holder.format]
  const keepsChanges = Array.isArray(holder.payload.tool_changes)
  const isLost = (part: Part): boolean =>
    part.kind === 'opaque' ? types.includes(part.type) && !keepsChanges : part.kind === 'text' && systemText
  const again: number[] = []
  for (let unit = 0; unit < floor.from; unit++) {
    const kind = rows.ownKindOf(unit)
    if (kind === 'user' || kind === 'model' || units.isHidden(unit) || rows.isEmpty(unit)) continue
    const parts = partsOf(session, unit)
    const isOwn = parts.some(part => part.kind === 'opaque') || kind === 'developer'
    if (isOwn && parts.some(isLost)) again.push(unit)
  }
  return again
}
