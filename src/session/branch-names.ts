/** Names of branches as numbers, in the order in which they came up. */
export class BranchNames {
  private readonly names: string[] = []
  private readonly numbers = new Map<string, number>()

  nameOf(index: number): string {
    return this.names[index] as string
  }

  indexOf(name: string): number {
    // Most sessions have one branch.
    if (this.names[0] === name) return 0
    let index = this.numbers.get(name)
    if (index === undefined) {
      index = this.names.push(name) - 1
      this.numbers.set(name, index)
    }
    return index
  }
}
