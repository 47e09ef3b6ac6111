/** Authors of conversation units, stored as numbers. */
export class Authors {
  private readonly numbers = new Map<string, number>()
  private readonly names: (readonly string[])[] = []
  /** Number of each unit's author, by the unit's ordinal; undefined if the unit has no author. */
  private readonly of: (number | undefined)[] = []

  set(ordinal: number, author: string | undefined, words: (text: string) => readonly string[]): void {
    while (this.of.length <= ordinal) this.of.push(undefined)
    this.of[ordinal] = author === undefined ? undefined : this.numberOf(author, words)
  }

  /** Returns a test of a conversation unit: whether the given words include every word of its author's name. */
  namedIn(words: ReadonlySet<string>): (ordinal: number) => boolean {
    const named = this.names.map(name => name.length > 0 && name.every(word => words.has(word)))
    return ordinal => {
      const number = this.of[ordinal]
      return number !== undefined && (named[number] as boolean)
    }
  }

  private numberOf(author: string, words: (text: string) => readonly string[]): number {
    const known = this.numbers.get(author)
    if (known !== undefined) return known
    this.numbers.set(author, this.names.length)
    return this.names.push(words(author)) - 1
  }
}
