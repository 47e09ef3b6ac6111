/** Author of messages and the branch on which they speak. */
export interface BranchSpeaker {
  readonly author: string
  readonly branch: string
}

/**
 * Maximum number of speakers that are searched without a map. Most sessions have only a user, an agent and its tools.
 */
const few = 4

/** Numbers for the speakers of a session. A speaker is an author on a branch. */
export class Speakers {
  private readonly all: BranchSpeaker[] = []
  /** Numbers of speakers, by branch and author. */
  private readonly numbers = new Map<string, Map<string, number>>()

  /** Returns the number of a speaker. A new speaker is added first. */
  numberOf(author: string, branch: string): number {
    const { all } = this
    for (let number = 0; number < few && number < all.length; number++)
      if (all[number]?.author === author && all[number]?.branch === branch) return number
    const onBranch = this.numbers.get(branch) ?? new Map<string, number>()
    let number = onBranch.get(author)
    if (number === undefined) {
      number = all.push({ author, branch }) - 1
      this.numbers.set(branch, onBranch.set(author, number))
    }
    return number
  }

  /** Whether a test is true for every speaker. */
  every(is: (speaker: BranchSpeaker) => boolean): boolean {
    return this.all.every(is)
  }

  /** Returns the speaker with a number. */
  speakerWithNumber(number: number): BranchSpeaker {
    return this.all[number] as BranchSpeaker
  }
}
