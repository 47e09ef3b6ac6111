/** A call that a result before it answers, and the run of parts with that result. */
export interface EarlyAnswer {
  readonly call: number
  readonly span: number
}

/** Results of a branch that precede their calls. Only results without a call are kept. */
export class EarlyResults {
  /** Units of the results that no call has followed, by id, oldest first. */
  private readonly waiting = new Map<string, number[]>()
  /** Calls of the last response that such a result answers, by id: one that comes after the call takes its place. */
  private readonly answers = new Map<string, EarlyAnswer>()
  /** Unit of those calls. */
  private unit = -1

  /** Adds the unit of a result without a call. */
  add(id: string, unit: number): void {
    const known = this.waiting.get(id)
    if (known === undefined) this.waiting.set(id, [unit])
    else known.push(unit)
  }

  /** Whether a result with the id of a call precedes it. */
  waitsFor(id: string): boolean {
    return this.waiting.has(id)
  }

  /** Takes out the units of the results with the id of a call. */
  takeFor(id: string): readonly number[] {
    const units = this.waiting.get(id) ?? []
    this.waiting.delete(id)
    return units
  }

  /** Records that a call of a unit has a result from before it. */
  answered(id: string, unit: number, answer: EarlyAnswer): void {
    this.unit = unit
    this.answers.set(id, answer)
  }

  /** Takes out the answer that a result after the call takes the place of. */
  replacedBy(id: string): EarlyAnswer | undefined {
    const answer = this.answers.get(id)
    this.answers.delete(id)
    return answer
  }

  /** Whether a call of a unit may still get a result of its own. */
  mayChange(unit: number): boolean {
    return this.unit === unit && this.answers.size > 0
  }

  /** Records that a response was written, after which the model has seen the results of earlier ones. */
  spoke(unit: number): void {
    if (unit !== this.unit) this.answers.clear()
  }
}
