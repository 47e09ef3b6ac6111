/** Call whose result precedes it, and the run of parts that contains this result. */
export interface EarlyAnswer {
  readonly call: number
  readonly span: number
}

/** Results of a branch that precede their calls. Only results that belong to no earlier call are stored. */
export class EarlyResults {
  /** Units of the results that still lack a call, by id, oldest first. */
  private readonly waiting = new Map<string, number[]>()
  /**
   * Calls of the last response that a preceding result answers, by id. A result that follows the call replaces the
   * preceding result.
   */
  private readonly answers = new Map<string, EarlyAnswer>()
  /** Unit of the calls in `answers`. */
  private unit = -1

  /** Adds the unit of a result for which there is no call yet. */
  addWaitingResult(id: string, unit: number): void {
    const known = this.waiting.get(id)
    if (known === undefined) this.waiting.set(id, [unit])
    else known.push(unit)
  }

  /** Whether a result with the id of a call precedes it. */
  waitsFor(id: string): boolean {
    return this.waiting.has(id)
  }

  /** Removes and returns the units of the results that have this call's id. */
  takeUnits(id: string): readonly number[] {
    const units = this.waiting.get(id) ?? []
    this.waiting.delete(id)
    return units
  }

  /** Records that a preceding result answers a call of a unit. */
  recordAnswer(id: string, unit: number, answer: EarlyAnswer): void {
    this.unit = unit
    this.answers.set(id, answer)
  }

  /** Removes and returns the preceding result of a call, because a result after the call replaces it. */
  takeReplacedAnswer(id: string): EarlyAnswer | undefined {
    const answer = this.answers.get(id)
    this.answers.delete(id)
    return answer
  }

  /** Whether a call of a unit may still get a result that follows the call. */
  mayGetLaterResult(unit: number): boolean {
    return this.unit === unit && this.answers.size > 0
  }

  /**
   * Records that a response was written. The model has then seen all results of earlier responses, so they are no
   * longer replaced.
   */
  recordResponse(unit: number): void {
    if (unit !== this.unit) this.answers.clear()
  }
}
