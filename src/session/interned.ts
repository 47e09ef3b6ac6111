/** Strings that occur again and again, each by its number. */
export class Interned {
  private readonly names: string[] = []
  private readonly numbers = new Map<string, number>()

  /** The number of a string. */
  numberOf(name: string): number {
    // Most sessions have one branch, and one agent.
    if (this.names[0] === name) return 0
    let number = this.numbers.get(name)
    if (number === undefined) {
      number = this.names.push(name) - 1
      this.numbers.set(name, number)
    }
    return number
  }

  /** The string with a number. */
  at(number: number): string {
    return this.names[number] as string
  }
}
