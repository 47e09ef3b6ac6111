/** A call whose result precedes it, and the run of parts that contains the result. */
export interface EarlyAnswer {
  readonly call: number
  readonly span: number
}

/** Results of a branch that precede their calls. Only results without a call are kept. */
export class EarlyResults {
  /** Units of the results that still lack a call, by id, oldest first. */
  private readonly waiting = new Map<string, number[]>()
  /**
   * Calls of the last response that an earlier result answers, by id. A result that comes after the call replaces the
   * earlier one.
   */
  private readonly answers = new Map<string, EarlyAnswer>()
  /** Unit of the calls in `answers`. */
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

  /** Removes and returns the units of the results with this call's id. */
  takeUnits(id: string): readonly number[] {
    const units = this.waiting.get(id) ?? []
    this.waiting.delete(id)
    return units
  }

  /** Records that an earlier result answers a call of a unit. */
  recordAnswer(id: string, unit: number, answer: EarlyAnswer): void {
    this.unit = unit
    this.answers.set(id, answer)
  }

  /** Removes and returns the earlier answer that a result after the call replaces. */
  takeReplacedAnswer(id: string): EarlyAnswer | undefined {
    const answer = this.answers.get(id)
    this.answers.delete(id)
    return answer
  }

  /** Whether a call of a unit may still get a result that follows the call. */
  mayChange(unit: number): boolean {
    return this.unit === unit && this.answers.size > 0
  }

  /** Records that a response was written; the model has then seen all results of earlier responses. */
  recordResponse(unit: number): void {
    if (unit !== this.unit) this.answers.clear()
  }
}
