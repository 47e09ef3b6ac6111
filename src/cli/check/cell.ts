import { holds, union } from './sets.ts'
import { type Gap, unwritten, type Write } from './write.ts'

/** Whether a key is set when a member runs. */
export type Presence = 'there' | 'maybe' | 'absent'

/** Known state of a key at one point of one world: whether it is set, and by which writes. */
export interface Cell {
  readonly presence: Presence
  /** Possible writes of its value. */
  readonly writes: ReadonlySet<Write>
  /** Possible reasons why it is missing. */
  readonly gaps: ReadonlySet<Gap>
}

const none: ReadonlySet<never> = new Set()

/** Cell of a key that nothing wrote. */
const empty: Cell = { presence: 'absent', writes: none, gaps: new Set([unwritten]) }

/**
 * Cell of a key that may be set from outside the session. It counts as set, although no member of the program wrote it.
 */
export const outer: Cell = { presence: 'there', writes: none, gaps: none }

const outside = /^(app|user|session|derived|turn):/

/** Returns the cell of a key before anything happens. */
export const initial = (key: string): Cell => (outside.test(key) ? outer : empty)

export const writtenCell = (write: Write): Cell => ({
  presence: 'there',
  writes: new Set([write]),
  gaps: none,
})

export const removed = (gap: Gap): Cell => ({ presence: 'absent', writes: none, gaps: new Set([gap]) })

/** Merges two cells, either of which may be the actual one. */
export function mergeCells(left: Cell, right: Cell): Cell {
  if (left === right) return left
  const presence = left.presence === right.presence ? left.presence : 'maybe'
  return { presence, writes: union(left.writes, right.writes), gaps: union(left.gaps, right.gaps) }
}

/** Whether a cell includes everything that another cell allows. */
export const covers = (cell: Cell, other: Cell): boolean =>
  (cell.presence === 'maybe' || cell.presence === other.presence) &&
  holds(cell.writes, other.writes) &&
  holds(cell.gaps, other.gaps)

/** Returns a cell under the assumption that the key is set. */
export const asSet = (cell: Cell): Cell => ({ presence: 'there', writes: cell.writes, gaps: none })
