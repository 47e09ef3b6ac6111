import type { Agent } from '../agent/agent.ts'
import type { Session } from '../session/session.ts'
import type { StateStep } from '../state/step.ts'
import type { Roots } from './roots-of.ts'
import { isEmpty, mayBeOf } from './step-event.ts'
import type { Happened } from './turn.ts'

/** Goes along what happened in a turn: each member takes its own, oldest first. */
export class TurnCursor {
  /** The place in the turn from which the next member looks. */
  place = 0
  /** Agents that speak at the same time, on other branches. */
  beside: Roots = new Set()
  /** Whether somebody speaks only once the member that is looked at has failed. */
  isSpare: (root: Agent) => boolean = () => false
  /** The item of a list that is looked at: answers on a branch of another item are not for it. */
  item: { readonly index: number } | null = null
  private readonly session: Session
  private readonly turn: readonly Happened[]
  /** Places in the turn that a member was found for. */
  private readonly taken = new Set<number>()

  constructor(session: Session, turn: readonly Happened[]) {
    this.session = session
    this.turn = turn
  }

  /** The number of answers and steps that members were found for. */
  get found(): number {
    return this.taken.size
  }

  /** Takes the next unit of a tree; null where there is none. */
  take(root: Agent): number | null {
    for (let place = this.place; place < this.turn.length; place++) {
      const happened = this.turn[place] as Happened
      if (happened.kind !== 'answer' || this.taken.has(place)) continue
      if (happened.root === root && this.isForItem(happened.unit)) {
        this.mark(place)
        return happened.unit
      }
      if (!this.beside.has(happened.root) && this.isSpare(happened.root)) return null
    }
    return null
  }

  /** Whether an answer may be that of the item that is looked at. */
  private isForItem(unit: number): boolean {
    const { item } = this
    if (item === null) return true
    const [, index] = /\.(\d+)$/.exec(this.session.units.rows.branchOf(unit)) ?? []
    return index === undefined || Number(index) === item.index
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
      if (happened.kind === 'answer' && !this.beside.has(happened.root)) return true
    }
    return false
  }

  private mark(place: number): void {
    this.taken.add(place)
    this.place = place + 1
  }

  /** Whether somebody of these has an answer from a place on that no member was found for. */
  hasLeft(roots: Roots, from: number): boolean {
    for (let place = from; place < this.turn.length; place++) {
      const happened = this.turn[place] as Happened
      if (happened.kind === 'answer' && !this.taken.has(place) && roots.has(happened.root)) return true
    }
    return false
  }

  /** Returns the next entry on this branch; steps count only if they change something. */
  next(kind?: 'answer'): Happened | undefined {
    for (let place = this.place; place < this.turn.length; place++) {
      const happened = this.turn[place] as Happened
      if (this.taken.has(place)) continue
      if (happened.kind === 'answer' ? !this.beside.has(happened.root) : !kind && !isEmpty(happened.delta))
        return happened
    }
    return undefined
  }
}
