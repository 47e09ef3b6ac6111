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
  /** Entries of each agent on each branch, by `keyOf`. */
  private readonly byAgent = new Map<string, DeclaredEntry[]>()
  /** Events that announce changes, by unit. */
  private readonly changes = new Map<number, DeclaredEntry>()

  /** Whether no event announces a change. */
  get isUnchanged(): boolean {
    return this.changes.size === 0
  }

  add(entry: DeclaredEntry): void {
    const key = keyOf(entry.declared.agent, entry.branch)
    const own = this.byAgent.get(key)
    this.entries.push(entry)
    if (own === undefined) this.byAgent.set(key, [entry])
    else own.push(entry)
    if (entry.unit >= 0) this.changes.set(entry.unit, entry)
  }

  /** Removes the events from a seq on. */
  rewind(to: number): void {
    for (let last = this.entries.at(-1); last !== undefined && last.seq >= to; last = this.entries.at(-1)) {
      this.entries.pop()
      this.byAgent.get(keyOf(last.declared.agent, last.branch))?.pop()
    }
  }

  /** Whether an event before a seq records declarations with which requests of an agent on a branch began. */
  hasBegunBefore(agent: string, branch: string, seq: number): boolean {
    const first = this.byAgent.get(keyOf(agent, branch))?.find(({ declared }) => declared.begins === true)
    return first !== undefined && first.seq < seq
  }

  /** Returns the event that announces a change in a unit; undefined if the unit announces none. */
  changeAt(unit: number): DeclaredEntry | undefined {
    return this.changes.get(unit)
  }

  /**
   * Returns the declarations with which an agent's requests on a branch begin, followed by the changes since then,
   * oldest first; an empty list if none are known.
   */
  inForce(agent: string, branch: string): readonly DeclaredEntry[] {
    const own = this.byAgent.get(keyOf(agent, branch)) ?? []
    const begin = own.findLastIndex(({ declared }) => declared.begins === true)
    return begin < 0 ? [] : own.slice(begin)
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

// The length keeps apart names that contain a space.
const keyOf = (agent: string, branch: string): string => `${agent.length} ${agent} ${branch}`
