import type { Units } from './units.ts'

/**
 * Start of the last consecutive user messages (a run). The start is searched repeatedly while units are added. Each
 * search continues where the previous one stopped. Hidden units between the messages do not end the run, but units that
 * are shown late or rewound may end it anywhere.
 */
export class OpeningRun {
  /** Last user message of the run (consecutive user messages). */
  private opener = -1
  /** First user message of the run (consecutive user messages). */
  private first = -1
  /** Unit at which the search stopped. Earlier units were not examined. */
  private stop = -1
  private stamp = -1

  /**
   * Whether a unit belongs to the consecutive user messages (run) that end with the last user message. Hidden units
   * between these messages belong to the run.
   */
  includesUnit(units: Units, opener: number, unit: number): boolean {
    if (unit > opener) return false
    this.findRunStart(units, opener)
    return unit >= this.first
  }

  private findRunStart(units: Units, opener: number): void {
    const { rows } = units
    const known = this.stamp === rows.surprises ? this.opener : -1
    const from = { first: this.first, stop: this.stop }
    if (opener !== known) {
      this.opener = this.first = this.stop = opener
      this.stamp = rows.surprises
    }
    while (this.stop >= 0) {
      if (this.stop === known && opener > known) {
        this.first = from.first
        this.stop = from.stop
        continue
      }
      if (!units.isHidden(this.stop)) {
        if (rows.kindOf(this.stop) !== 'user') return
        this.first = this.stop
      }
      this.stop = rows.unitBefore(this.stop)
    }
  }
}
