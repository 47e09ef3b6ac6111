import { containsAll, union } from './sets.ts'
import { type Gap, unwritten, type Write } from './write.ts'

/** Presence of a key at the time when a program member runs: certainly set, perhaps set, or missing. */
export type Presence = 'there' | 'maybe' | 'absent'

/** Knowledge (cell) about one key at one point of the program: whether the key is set, and by which writes. */
export interface Cell {
  readonly presence: Presence
  /** Writes that may have made the key's value. */
  readonly writes: ReadonlySet<Write>
  /** Reasons why the key may be missing. */
  readonly gaps: ReadonlySet<Gap>
}

const none: ReadonlySet<never> = new Set()

/** Knowledge about a key that nothing has written. */
const empty: Cell = { presence: 'absent', writes: none, gaps: new Set([unwritten]) }

/**
 * Knowledge about a key that may be set from outside the session. The key counts as set, although no member wrote it.
 */
export const outer: Cell = { presence: 'there', writes: none, gaps: none }

const outside = /^(app|user|session|derived|turn):/

/** Returns the knowledge about a key at the start of the program. */
export const initial = (key: string): Cell => (outside.test(key) ? outer : empty)

export const writtenCell = (write: Write): Cell => ({
  presence: 'there',
  writes: new Set([write]),
  gaps: none,
})

export const removedCell = (gap: Gap): Cell => ({ presence: 'absent', writes: none, gaps: new Set([gap]) })

/** Merges what is known about a key in two alternative states, either of which may be the actual one. */
export function mergeCells(left: Cell, right: Cell): Cell {
  if (left === right) return left
  const presence = left.presence === right.presence ? left.presence : 'maybe'
  return { presence, writes: union(left.writes, right.writes), gaps: union(left.gaps, right.gaps) }
}

/** Whether the knowledge about a key allows everything that other knowledge allows. */
export const covers = (cell: Cell, other: Cell): boolean =>
  (cell.presence === 'maybe' || cell.presence === other.presence) &&
  containsAll(cell.writes, other.writes) &&
  containsAll(cell.gaps, other.gaps)

/** Returns the knowledge about a key under the assumption that the key is set. */
export const assumeKeySet = (cell: Cell): Cell => ({ presence: 'there', writes: cell.writes, gaps: none })
