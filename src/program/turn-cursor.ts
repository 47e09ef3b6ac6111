import type { Agent } from '../agent/agent.ts'
import type { StateStep } from '../state/step.ts'
import { isEmpty, mayBeOf } from './step-event.ts'
import type { Answer, Failure, Happened, Turn } from './turn.ts'

/** Goes along what happened in a turn: each member takes its own, oldest first. */
export class TurnCursor {
  /** The place in the turn from which the next member looks. */
  place = 0
  /** Agents that speak at the same time, on other branches. */
  beside: ReadonlySet<Agent> = new Set()
  /** Whether somebody speaks only once the member that is looked at has failed. */
  isSpare: (root: Agent) => boolean = () => false
  /** The item of a list that is looked at: answers for another item are not for it. */
  item: { readonly index: number } | null = null
  /** Answers, failures and steps of this turn that a member was found for. */
  readonly found: Happened[] = []
  private readonly turn: readonly Happened[]
  /** Places that a member was found for, in this turn or an earlier one of the same run. */
  private readonly taken: Set<number>

  constructor({ happened, begin }: Turn, taken: Set<number>) {
    this.turn = happened
    this.place = begin
    this.taken = taken
  }

  /** Takes the next answer or failure of a tree; null where there is none. */
  take(root: Agent): Answer | Failure | null {
    for (let place = this.place; place < this.turn.length; place++) {
      const happened = this.turn[place] as Happened
      if (happened.kind === 'step' || this.taken.has(place)) continue
      if (happened.root === root && this.isForItem(happened.item)) {
        this.mark(place)
        return happened
      }
      if (!this.beside.has(happened.root) && this.isSpare(happened.root)) return null
    }
    return null
  }

  /** Whether an answer may be that of the item that is looked at. */
  private isForItem(index: number | null): boolean {
    return this.item === null || index === null || index === this.item.index
  }

  /**
   * Passes the event of a step, and says whether the step is done: its event is there, or somebody answered since, so
   * that the app changed the state in its own way.
   */
  pass(step: StateStep): boolean {
    for (let place = this.place; place < this.turn.length; place++) {
      const happened = this.turn[place] as Happened
      if (this.taken.has(place)) continue
      if (happened.kind === 'step' && mayBeOf(step, happened.delta)) {
        this.mark(place)
        return true
      }
      if (happened.kind !== 'step' && !this.beside.has(happened.root)) return true
    }
    return false
  }

  private mark(place: number): void {
    this.taken.add(place)
    this.found.push(this.turn[place] as Happened)
    this.place = place + 1
  }

  /** Whether somebody of these has an answer from a place on that no member was found for. */
  hasLeft(roots: ReadonlySet<Agent>, from: number): boolean {
    for (let place = from; place < this.turn.length; place++) {
      const happened = this.turn[place] as Happened
      if (happened.kind !== 'step' && !this.taken.has(place) && roots.has(happened.root)) return true
    }
    return false
  }

  /** Returns the next entry on this branch; steps count only if they change something. */
  next(kind?: 'answer'): Happened | undefined {
    for (let place = this.place; place < this.turn.length; place++) {
      const happened = this.turn[place] as Happened
      if (this.taken.has(place)) continue
      if (happened.kind !== 'step' ? !this.beside.has(happened.root) : !kind && !isEmpty(happened.delta))
        return happened
    }
    return undefined
  }
}
