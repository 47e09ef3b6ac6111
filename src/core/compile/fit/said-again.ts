import type { FileSource } from '../../ir/file.ts'
import { isObject } from '../../ir/json.ts'
import type { OpaquePart } from '../../ir/opaque.ts'
import type { Part } from '../../ir/part.ts'
import type { TargetName } from '../../ir/target-name.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import losses from './compaction-losses.json' with { type: 'json' }
import type { FoundCompaction } from './provider-compaction.ts'

/** Returns the parts of a unit's first event that belong to the unit. */
function partsOf(session: SessionView, unit: number): readonly Part[] {
  const [first] = session.units.rows.unit(unit).spans
  return first === undefined ? [] : session.event(first.seq).parts.slice(first.from, first.to)
}

/** Returns what a compaction on demand does not keep; null if the compaction was not made on demand. */
function lossesOf(session: SessionView, { holder }: FoundCompaction) {
  if (!session.units.isHidden(holder)) return null
  const part = partsOf(session, holder).at(-1)
  if (part?.kind !== 'opaque' || (part.format !== 'openai' && part.format !== 'anthropic')) return null
  return { payload: part.payload, ...losses[part.format] }
}

/** Whether the provider of a target returns all user messages beside its compaction on demand. */
export const returnsUserMessages = (target: TargetName): boolean =>
  (target === 'openai' || target === 'anthropic') && losses[target].returnsUsers

const beginsWithItem = (session: SessionView, unit: number): boolean =>
  partsOf(session, unit).some(({ kind }) => kind === 'opaque')

/**
 * Units that a compaction on demand may replace without keeping them: messages of developers, and provider-specific
 * items outside of answers. They are kept between compiles, so that each unit is read once.
 */
export class ReplacedUnits {
  private readonly own: number[] = []
  private read = 0

  /**
   * Returns the units that a compaction replaces and does not keep: changes of tools and settings, and the text of
   * Claude's system messages. They are sent again behind it, as is the current input (`required.ts`).
   */
  saidAgain(session: SessionView, floor: FoundCompaction | null): readonly number[] {
    const { units } = session
    const lost = floor && lossesOf(session, floor)
    if (floor === null || lost === null) return []
    const { types, systemText, payload } = lost
    const keepsChanges = Array.isArray(payload.tool_changes)
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

/**
 * Whether a compaction on demand replaces a user message and returned it beside the sealed item, with all of its parts.
 * Such a message is not sent again behind it.
 */
export function isReturned(session: SessionView, floor: FoundCompaction, unit: number): boolean {
  const { rows } = session.units
  const isReplaced = unit < floor.from && rows.covers.unitShownAt(unit) === unit
  if (!isReplaced || rows.ownKindOf(unit) !== 'user') return false
  if (lossesOf(session, floor)?.returnsUsers !== true) return false
  const parts = partsOf(session, unit)
  return partsOf(session, floor.holder).some(part => part.kind === 'opaque' && holdsAll(part, parts))
}

/** Whether a returned user message holds all parts, in their order. */
function holdsAll({ payload: { role, content } }: OpaquePart, parts: readonly Part[]): boolean {
  if (role !== 'user') return false
  const items: readonly unknown[] = Array.isArray(content) ? content : [{ text: content }]
  let next = 0
  for (const item of items) if (next < parts.length && isSamePart(item, parts[next] as Part)) next++
  return next === parts.length
}

/** Whether an item has the text of a part, the data or the address of its file, or all texts of its own fields. */
function isSamePart(item: unknown, part: Part): boolean {
  const held = textsIn(item)
  if (part.kind === 'opaque') return textsIn(part.payload).every(text => held.includes(text))
  if (part.kind !== 'text' && part.kind !== 'file') return false
  const own = part.kind === 'text' ? part.text : contentOf(part.source)
  return held.some(text => text.includes(own))
}

/** Returns the texts of an item, also those one level below its fields. */
function textsIn(value: unknown, depth = 2): readonly string[] {
  if (typeof value === 'string') return [value]
  return isObject(value) && depth > 0 ? Object.values(value).flatMap(each => textsIn(each, depth - 1)) : []
}

/** Returns the data, the address or the id by which a request contains a file. */
function contentOf(source: FileSource): string {
  if (source.type === 'base64') return source.data
  if (source.type === 'url') return source.url
  return source.type === 'id' ? source.id : source.text
}
