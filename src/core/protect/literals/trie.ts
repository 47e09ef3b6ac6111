/** Text to find, with a number that identifies it. */
export interface Pattern {
  readonly text: string
  readonly id: number
}

/**
 * Automaton (Aho and Corasick) over UTF-16 units. Its edges are in a map, because patterns may contain any character.
 */
export class Trie {
  readonly patterns: readonly Pattern[]
  /** Next states. The key is `state * 65536 + unit`, with the UTF-16 unit that was read. */
  private readonly edges = new Map<number, number>()
  private readonly fails: number[] = [0]
  private readonly depths: number[] = [0]
  /** Index of the longest pattern that ends in each state; -1 for none. */
  private readonly best: number[] = [-1]

  constructor(patterns: readonly Pattern[]) {
    this.patterns = patterns
    for (const [index, { text }] of patterns.entries()) this.insert(text, index)
    this.linkTrieStates()
  }

  /** Returns the state after reading a UTF-16 unit. */
  step(state: number, unit: number): number {
    for (let at = state; ; at = this.fails[at] as number) {
      const next = this.edges.get(at * 0x10000 + unit)
      if (next !== undefined) return next
      if (at === 0) return 0
    }
  }

  /** Returns the length of the longest pattern prefix that ends in a state. */
  depth(state: number): number {
    return this.depths[state] as number
  }

  /** Returns the longest pattern that ends in a state. It contains all shorter patterns that end there. */
  longest(state: number): Pattern | undefined {
    const index = this.best[state] as number
    return index < 0 ? undefined : this.patterns[index]
  }

  private insert(text: string, index: number): void {
    let state = 0
    for (let at = 0; at < text.length; at++) {
      const key = state * 0x10000 + text.charCodeAt(at)
      let next = this.edges.get(key)
      if (next === undefined) {
        next = this.fails.length
        this.edges.set(key, next)
        this.fails.push(0)
        this.depths.push(at + 1)
        this.best.push(-1)
      }
      state = next
    }
    this.best[state] = index
  }

  /** Links each state to the state of its longest proper suffix, level by level. */
  private linkTrieStates(): void {
    const byDepth = [...this.edges].sort((a, b) => this.depth(a[1]) - this.depth(b[1]))
    for (const [key, state] of byDepth) {
      const parent = Math.floor(key / 0x10000)
      const unit = key % 0x10000
      const fail = parent === 0 ? 0 : this.step(this.fails[parent] as number, unit)
      this.fails[state] = fail
      if ((this.best[state] as number) < 0) this.best[state] = this.best[fail] as number
    }
  }
}
