import type { AgentDeclarations } from '../../ir/declared.ts'

/** Event that records declarations, with its place in the session. */
export interface DeclaredEntry {
  readonly seq: number
  readonly branch: string
  /** Ordinal of the unit that announces the change; -1 if the event has no text. */
  readonly unit: number
  readonly declared: AgentDeclarations
}

/** Declarations in requests of a session, and the changes that were appended to its conversation. */
export class DeclaredLog {
  private readonly entries: DeclaredEntry[] = []
  /** Events that announce changes, by unit. */
  private readonly changes = new Map<number, DeclaredEntry>()

  /** Whether no event announces a change. */
  get isUnchanged(): boolean {
    return this.changes.size === 0
  }

  add(entry: DeclaredEntry): void {
    this.entries.push(entry)
    if (entry.unit >= 0) this.changes.set(entry.unit, entry)
  }

  /** Removes the events from a seq on. */
  rewind(to: number): void {
    while ((this.entries.at(-1)?.seq ?? -1) >= to) this.entries.pop()
  }

  /** Whether an event before a seq records declarations with which requests of an agent on a branch began. */
  hasBegunBefore(agent: string, branch: string, seq: number): boolean {
    return this.entries.some(
      entry => entry.seq < seq && entry.declared.begins === true && isOf(entry, agent, branch),
    )
  }

  /** Returns the event that announces a change in a unit; undefined if the unit announces none. */
  changeAt(unit: number): DeclaredEntry | undefined {
    return this.changes.get(unit)
  }

  /**
   * Returns the declarations with which an agent's requests on a branch begin, followed by the changes since then, oldest first; an
   * empty list if none are known.
   */
  inForce(agent: string, branch: string): readonly DeclaredEntry[] {
    const found: DeclaredEntry[] = []
    for (let index = this.entries.length - 1; index >= 0; index--) {
      const entry = this.entries[index] as DeclaredEntry
      if (!isOf(entry, agent, branch)) continue
      found.push(entry)
      if (entry.declared.begins) return found.reverse()
    }
    return []
  }
}

/**
 * Returns those of the declarations in force that requests show: the first, and the changes since the newest event that
 * repeats all of them.
 */
export function shownEntries(entries: readonly DeclaredEntry[]): readonly DeclaredEntry[] {
  const restated = entries.findLastIndex(({ declared }) => declared.restates)
  return restated < 0 ? entries : [...entries.slice(0, 1), ...entries.slice(Math.max(restated, 1))]
}

/** Whether an event records declarations of an agent on a branch. */
const isOf = (entry: DeclaredEntry, agent: string, branch: string): boolean =>
  entry.declared.agent === agent && entry.branch === branch
