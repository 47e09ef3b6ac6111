import type { Units } from './units.ts'

/**
 * Beginning of the last run of user messages, found again and again while units are added: the search
 * continues where it stopped. Units hidden later make the run longer; units shown later, or taken back, may
 * end it anywhere.
 */
export class OpeningRun {
  /** The last user message. */
  private opener = -1
  /** The first of the run. */
  private first = -1
  /** The unit before which nothing was looked at. */
  private stop = -1
  private stamp = -1

  /** Whether a unit is one of the run that ends with the last user message, or hidden between them. */
  holds(units: Units, opener: number, unit: number): boolean {
    if (unit > opener) return false
    this.find(units, opener)
    return unit >= this.first
  }

  private find(units: Units, opener: number): void {
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
      this.stop = rows.before(this.stop)
    }
  }
}
