import type { Loss } from '../../ir/loss.ts'
import type { Decision, DecisionKind } from '../../ir/plan.ts'

/** Inputs for recording one decision. */
interface Recorded {
  readonly kind: DecisionKind
  readonly why: string
  /** Ids of the conversation units to which the decision applies. */
  readonly units?: readonly string[]
  readonly hash: string
  /** Whether a new decision of this kind changes the beginning of the request; true by default. */
  readonly changes?: boolean
}

/** Recorder of the current decisions, and of the new decisions that change the beginning of a request. */
export class DecisionRecorder {
  readonly decisions: Decision[] = []
  readonly fresh: Decision[] = []
  private readonly earlier: ReadonlyMap<DecisionKind, Decision>
  private readonly at: number

  /** `at` is the number of events in the session. */
  constructor(earlier: readonly Decision[], at: number) {
    this.earlier = new Map(earlier.map(decision => [decision.kind, decision]))
    this.at = at
  }

  /** Returns the decision of a kind in the earlier plan. */
  earlierOf(kind: DecisionKind): Decision | undefined {
    return this.earlier.get(kind)
  }

  /** Records a decision. If an equal decision was made earlier, the earlier decision is kept instead. */
  record({ kind, why, units = [], hash, changes = true }: Recorded): void {
    const known = this.earlier.get(kind)
    const isKnown = known?.hash === hash && known.units.join() === units.join()
    const decision = isKnown ? known : { kind, at: this.at, why, units, hash }
    this.decisions.push(decision)
    if (!isKnown && changes) this.fresh.push(decision)
  }

  /** Records a decision as new, even if it equals the earlier decision. */
  renew(kind: DecisionKind, why: string, hash: string): void {
    const known = this.decisions.findIndex(decision => decision.kind === kind)
    if (known >= 0) this.decisions.splice(known, 1)
    const decision = { kind, at: this.at, why, units: [], hash }
    this.decisions.push(decision)
    this.fresh.push(decision)
  }

  /**
   * Adds lost reasoning to the first decision of the given kinds that is new and changes the beginning of the request.
   * Returns whether there is one.
   */
  addLoss(loss: Loss, kinds: readonly DecisionKind[]): boolean {
    const place = kinds
      .map(kind => this.decisions.findIndex(one => one.kind === kind && this.fresh.includes(one)))
      .find(index => index >= 0)
    if (place === undefined) return false
    const decision = this.decisions[place] as Decision
    const told = { ...decision, lost: [...(decision.lost ?? []), loss] }
    this.decisions[place] = told
    this.fresh[this.fresh.indexOf(decision)] = told
    return true
  }

  /** Records an earlier decision that is still valid. */
  keep(decision: Decision): void {
    this.decisions.push(decision)
  }

  /** Records that an earlier decision no longer applies and that no decision of its kind replaces it. */
  drop(kind: DecisionKind): void {
    this.fresh.push({ kind, at: this.at, why: 'none', units: [], hash: '' })
  }
}
