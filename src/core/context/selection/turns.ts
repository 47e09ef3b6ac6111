import type { Units } from '../../session/unit/units.ts'

/** Function that decides whether a turn or a step begins with a unit. */
type Begins = (units: Units, unit: number) => boolean

/** Whether a unit is the first user message of a turn. Adjacent user messages open one turn together. */
export const beginsTurn: Begins = (units, unit) => {
  const { rows } = units
  if (rows.kindOf(unit) !== 'user') return false
  let before = rows.unitBefore(unit)
  while (before >= 0 && rows.isHidden(before)) before = rows.unitBefore(before)
  return before < 0 || rows.kindOf(before) !== 'user' || units.isHidden(before)
}

/** Whether a unit is a step: a model response with its results. */
export const beginsStep: Begins = ({ rows }, unit) => rows.kindOf(unit) === 'model'

/** Starts of turns or steps in a growing session. They are searched only when they are requested. */
export class Turns {
  private readonly view: Units
  private readonly begins: Begins
  private readonly starts: number[] = []
  private looked = 0
  /** Number of changes to older units that had been made when the units were last read. */
  private changes = 0

  constructor(view: Units, begins: Begins) {
    this.view = view
    this.begins = begins
  }

  /**
   * Returns the first unit of the newest `turns` turns. The result moves `step` turns at a time, so up to `step - 1`
   * older turns are included.
   */
  firstUnitOfNewest(turns: number, step: number): number {
    if (turns === 0) return Number.POSITIVE_INFINITY
    this.readNewTurns()
    const turn = Math.max(0, this.starts.length - turns)
    const first = turn - (turn % step)
    return first === 0 ? 0 : (this.starts[first] as number)
  }

  /** Reads new units. If older units changed, reads all units again. */
  private readNewTurns(): void {
    const { view } = this
    const { rows } = view
    const changes = rows.rewinds.length + rows.surprises + rows.covers.changes
    if (changes !== this.changes) this.starts.length = this.looked = 0
    this.changes = changes
    for (; this.looked < rows.length; this.looked++)
      if (this.begins(view, this.looked) && !view.isHidden(this.looked)) this.starts.push(this.looked)
  }
}
