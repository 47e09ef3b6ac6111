import type { Part } from '../../ir/part.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import losses from './compaction-losses.json' with { type: 'json' }
import type { FoundCompaction } from './provider-compaction.ts'

/** Returns the parts of a unit's first event that belong to the unit. */
function partsOf(session: SessionView, unit: number): readonly Part[] {
  const [first] = session.units.rows.unit(unit).spans
  return first === undefined ? [] : session.event(first.seq).parts.slice(first.from, first.to)
}

const beginsWithItem = (session: SessionView, unit: number): boolean =>
  partsOf(session, unit).some(({ kind }) => kind === 'opaque')

/**
 * Units that a compaction on demand may replace without keeping them: messages of developers, and provider-specific items
 * outside of answers. They are kept between compiles, so that each unit is read once.
 */
export class ReplacedUnits {
  private readonly own: number[] = []
  private read = 0

  /**
   * Returns the units that a compaction replaces and does not keep: changes of tools and settings, and the text of
   * Claude's system messages. They are sent again behind it.
   */
  saidAgain(session: SessionView, floor: FoundCompaction | null): readonly number[] {
    const { units } = session
    if (floor === null || !units.isHidden(floor.holder)) return []
    const holder = partsOf(session, floor.holder).at(-1)
    if (holder?.kind !== 'opaque' || (holder.format !== 'openai' && holder.format !== 'anthropic')) return []
    const { types, systemText } = losses[holder.format]
    const keepsChanges = Array.isArray(holder.payload.tool_changes)
    const isLost = (part: Part): boolean =>
      part.kind === 'opaque' ? types.includes(part.type) && !keepsChanges : part.kind === 'text' && systemText
    this.readUpTo(session, floor.from)
    return this.own.filter(
      unit =>
        unit < floor.from &&
        !units.isHidden(unit) &&
        !units.rows.isEmpty(unit) &&
        partsOf(session, unit).some(isLost),
    )
  }

  private readUpTo(session: SessionView, end: number): void {
    const { rows } = session.units
    for (; this.read < end; this.read++) {
      const kind = rows.ownKindOf(this.read)
      if (kind === 'user' || kind === 'model') continue
      if (kind === 'developer' || (rows.isOpaque(this.read) && beginsWithItem(session, this.read)))
        this.own.push(this.read)
    }
  }
}
