import type { Rewrite } from '../../session/unit/unit-table.ts'

/** Finds that changed earlier events. What was sent before such a find was sent otherwise. */
export class Rewrites {
  /** By the place of the find. It grows with the session until a find changes earlier events again. */
  readonly list: Rewrite[] = []
  private readonly first = new Map<number, number>()
  /** Whether the list lacks something. */
  private isBehind = false

  /** Takes note of an event that holds something which was found at a place. */
  note(found: number, seq: number): void {
    if (found <= seq || seq >= (this.first.get(found) ?? found)) return
    this.first.set(found, seq)
    this.isBehind = true
  }

  /** Brings the list up to date. */
  settle(): void {
    if (!this.isBehind) return
    this.isBehind = false
    const entries = [...this.first].sort(([left], [right]) => left - right)
    this.list.splice(0, this.list.length, ...entries.map(([at, from]) => ({ at, from })))
  }
}
