/** Call whose result came before it, and the run of parts (parts of one event in one unit) that contains the result. */
export interface EarlyAnswer {
  readonly call: number
  readonly span: number
}

/** Results of a branch that came before their calls. Results that belong to an earlier call are not stored here. */
export class EarlyResults {
  /** Units of the results for which there is no call yet, by id, oldest first. */
  private readonly waiting = new Map<string, number[]>()
  /**
   * Calls of the last response whose result came before them, by id. If another result comes after the call, it
   * replaces the earlier one.
   */
  private readonly answers = new Map<string, EarlyAnswer>()
  /** Unit that contains the calls in `answers`. */
  private unit = -1

  /** Adds the unit of a result for which there is no call yet. */
  addWaitingResult(id: string, unit: number): void {
    const known = this.waiting.get(id)
    if (known === undefined) this.waiting.set(id, [unit])
    else known.push(unit)
  }

  /** Whether a result with the id of a call came before the call. */
  waitsFor(id: string): boolean {
    return this.waiting.has(id)
  }

  /** Removes and returns the units of the results that have this call's id. */
  takeUnits(id: string): readonly number[] {
    const units = this.waiting.get(id) ?? []
    this.waiting.delete(id)
    return units
  }

  /** Records that a result that came before a call of a unit answers this call. */
  recordAnswer(id: string, unit: number, answer: EarlyAnswer): void {
    this.unit = unit
    this.answers.set(id, answer)
  }

  /** Removes and returns the result that came before a call, because a result after the call replaces it. */
  takeReplacedAnswer(id: string): EarlyAnswer | undefined {
    const answer = this.answers.get(id)
    this.answers.delete(id)
    return answer
  }

  /** Whether a call of a unit may still get a result that comes after the call. */
  mayGetLaterResult(unit: number): boolean {
    return this.unit === unit && this.answers.size > 0
  }

  /**
   * Records that a response was written. The model has then seen the results of all earlier responses, so these results
   * are no longer replaced.
   */
  recordResponse(unit: number): void {
    if (unit !== this.unit) this.answers.clear()
  }
}
