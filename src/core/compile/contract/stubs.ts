import { addCounts, type Count, zero } from '../../ir/count.ts'
import type { BackEnd } from '../../target/target.ts'

/** Minimal tool declarations for tools that the history calls but the agent does not declare. */
export class Stubs {
  private readonly backEnd: BackEnd
  private readonly alone = new Map<string, Count | null>()
  private readonly first = new Map<string, Count | null>()

  constructor(backEnd: BackEnd) {
    this.backEnd = backEnd
  }

  /** Returns the names of the called tools that need a minimal declaration, and the tokens of these declarations. */
  stubsFor(called: Iterable<string>): { readonly names: readonly string[]; readonly count: Count } {
    const names: string[] = []
    let count = zero
    for (const name of called) {
      const added = this.costOf(name, names.length === 0)
      if (added === null) continue
      names.push(name)
      count = addCounts(count, added)
    }
    return { names, count }
  }

  private costOf(name: string, first: boolean): Count | null {
    const known = first ? this.first : this.alone
    let count = known.get(name)
    if (count === undefined) {
      count = this.backEnd.stub(name, first)
      known.set(name, count)
    }
    return count
  }
}
