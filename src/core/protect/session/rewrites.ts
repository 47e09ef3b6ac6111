import type { Rewrite } from '../../session/unit/unit-table.ts'

/**
 * Changes of earlier events by later finds. A request that was made before the find still showed the event with the
 * value.
 */
export class Rewrites {
  /** Changes in the order of the finds. The array is updated in place. */
  readonly list: Rewrite[] = []
  private readonly first = new Map<number, number>()
  /** Whether the list has to be built again. */
  private isBehind = false

  /** Records that a find made at event `found` changes the earlier event `seq`. */
  note(found: number, seq: number): void {
    if (found <= seq || seq >= (this.first.get(found) ?? found)) return
    this.first.set(found, seq)
    this.isBehind = true
  }

  /** Brings the list up to date. */
  updateRewriteList(): void {
    if (!this.isBehind) return
    this.isBehind = false
    const entries = [...this.first].sort(([left], [right]) => left - right)
    this.list.splice(0, this.list.length, ...entries.map(([at, from]) => ({ at, from })))
  }
}
