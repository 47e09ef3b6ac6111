import type { Agent } from '../agent/agent.ts'
import type { JsonObject } from '../ir/json.ts'
import type { StateStep } from '../state/step.ts'
import { isEmpty, mayBeOf } from './step-event.ts'
import type { Answer, Failure, Happened, Turn } from './turn.ts'

/** Cursor over the events of a turn: each member takes its own, oldest first. */
export class TurnCursor {
  /** Place in the turn at which the next member starts. */
  place = 0
  /** Agents that speak at the same time on other branches. */
  beside: ReadonlySet<Agent> = new Set()
  /** Whether an agent speaks only after the current member has failed. */
  isSpare: (root: Agent) => boolean = () => false
  /** The current item of a list; answers for other items do not match it. */
  item: { readonly index: number; readonly set: JsonObject } | null = null
  /** Seq of the first event of the turn. */
  readonly from: number
  /** Answers, failures and steps of this turn that members took. */
  readonly found: Happened[] = []
  private readonly turn: readonly Happened[]
  /** Places that members took, in this turn or an earlier one of the same run. */
  private readonly taken: Set<number>

  constructor({ happened, begin, from }: Turn, taken: Set<number>) {
    this.from = from
    this.turn = happened
    this.place = begin
    this.taken = taken
  }

  /** Takes the next answer or failure of a tree; null if there is none. */
  take(root: Agent): Answer | Failure | null {
    for (let place = this.place; place < this.turn.length; place++) {
      const happened = this.turn[place] as Happened
      if (!isSpoken(happened) || this.taken.has(place)) continue
      if (happened.root === root && this.isForItem(happened.item)) {
        this.mark(place)
        return happened
      }
      if (!this.beside.has(happened.root) && this.isSpare(happened.root)) return null
    }
    return null
  }

  /** Whether an answer may belong to the current item. */
  private isForItem(index: number | null): boolean {
    return this.item === null || index === null || index === this.item.index
  }

  /**
   * Passes the event of a step, and returns whether the step is done: its event exists, or an agent answered since,
   * so the app changed the state in another way.
   */
  pass(step: StateStep): boolean {
    for (let place = this.place; place < this.turn.length; place++) {
      const happened = this.turn[place] as Happened
      if (this.taken.has(place)) continue
      if (happened.kind === 'step' && mayBeOf(step, happened.delta)) {
        this.mark(place)
        return true
      }
      if (isSpoken(happened) && !this.beside.has(happened.root)) return true
    }
    return false
  }

  /** Passes the mark of a tap, and returns whether the tap is done: it was marked, or an agent answered since. */
  passTap(tap: string): boolean {
    for (let place = this.place; place < this.turn.length; place++) {
      const happened = this.turn[place] as Happened
      if (this.taken.has(place)) continue
      if (happened.kind === 'tap' && happened.place === tap) {
        this.mark(place)
        return true
      }
      if (isSpoken(happened) && !this.beside.has(happened.root)) return true
    }
    return false
  }

  private mark(place: number): void {
    this.taken.add(place)
    this.found.push(this.turn[place] as Happened)
    this.place = place + 1
  }

  /** Whether one of these agents has an answer from a place on that no member took. */
  hasLeft(roots: ReadonlySet<Agent>, from: number): boolean {
    for (let place = from; place < this.turn.length; place++) {
      const happened = this.turn[place] as Happened
      if (isSpoken(happened) && !this.taken.has(place) && roots.has(happened.root)) return true
    }
    return false
  }

  /** Returns the next entry on this branch; steps count only if they change something. */
  next(kind?: 'answer'): Happened | undefined {
    for (let place = this.place; place < this.turn.length; place++) {
      const happened = this.turn[place] as Happened
      if (this.taken.has(place)) continue
      if (isSpoken(happened) && !this.beside.has(happened.root)) return happened
      if (happened.kind === 'step' && !kind && !isEmpty(happened.delta)) return happened
    }
    return undefined
  }
}

/** Whether an entry is an agent's: an answer or a failure. */
const isSpoken = (happened: Happened): happened is Answer | Failure =>
  happened.kind === 'answer' || happened.kind === 'failure'
