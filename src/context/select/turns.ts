import type { Units } from '../../session/units.ts'

/** Where turns begin, as a session grows: each with the first of the user's messages that opened it together. */
export class Turns {
  private readonly starts: number[] = []
  private looked = 0
  private since = ''

  /** Looks at the units that came since. What changed among older ones may have changed any of them. */
  look(units: Units): void {
    const { rows } = units
    const since = `${rows.rewinds.length}.${rows.surprises}.${rows.covers.changes}`
    if (since !== this.since) this.starts.length = this.looked = 0
    this.since = since
    for (; this.looked < rows.length; this.looked++) {
      const unit = this.looked
      if (rows.kindOf(unit) !== 'user' || units.isHidden(unit)) continue
      let before = rows.before(unit)
      while (before >= 0 && rows.isHidden(before)) before = rows.before(before)
      if (before < 0 || rows.kindOf(before) !== 'user' || units.isHidden(before)) this.starts.push(unit)
    }
  }

  /** The first unit of the newest so many turns; with a step of more than one, of up to so many more. */
  begin(turns: number, step: number): number {
    if (turns === 0) return Number.POSITIVE_INFINITY
    const turn = Math.max(0, this.starts.length - turns)
    const first = turn - (turn % step)
    return first === 0 ? 0 : (this.starts[first] as number)
  }
}
