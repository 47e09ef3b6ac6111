import type { Agent } from '../../agent/agent.ts'
import type { StateStep } from '../../state/step.ts'
import { isEmpty, mayHaveMade } from '../step-event.ts'
import type { Happened, StepFailure, Turn, TurnAnswer, TurnFailure, Won } from './turn.ts'

/** Item of a `mapOver`, with the items of outer `mapOver`s around it. */
export interface ItemPath {
  /** Index of each item in its list, outermost first. */
  readonly indices: readonly number[]
  /** The indices as one text, such as `0.2`. */
  readonly text: string
}

/** Entry of a turn that belongs to a step, a tap or a group. */
type OfStep = Exclude<Happened, TurnAnswer | TurnFailure>

/** Cursor over the entries of a turn. Each member takes the entries that belong to it, oldest first. */
export class TurnCursor {
  /** Position in the turn from which the current member searches. */
  place = 0
  /** Position in the turn before which the current member searches. */
  end: number
  /** Agents that run at the same time as the current member, on other branches. */
  beside: ReadonlySet<Agent> = new Set()
  /** Whether an agent may speak only after the current member has failed. */
  isSpare: (root: Agent) => boolean = () => false
  /** The current item of a list; answers for other items do not match it. */
  item: ItemPath | null = null
  /** Branch on which the current member runs. */
  branch = ''
  /** Seq after the last event that was taken before the current member began. */
  since: number
  /** Seq of the first event of the turn. */
  readonly from: number
  /** Answers, failures and steps of this turn that were attributed to members. */
  readonly found: Happened[] = []
  /** Position of each entry in `found`. */
  readonly places: number[] = []
  /** Whether a step or a tap failed. */
  readonly hasFailedSteps: boolean
  private readonly turn: readonly Happened[]
  /** Positions of entries that members took, in this turn or an earlier turn of the run. */
  private readonly taken: Set<number>

  constructor({ happened, begin, from, hasFailedSteps }: Turn, taken: Set<number>) {
    this.hasFailedSteps = hasFailedSteps
    this.from = from
    this.since = from
    this.turn = happened
    this.place = begin
    this.end = happened.length
    this.taken = taken
  }

  /** Takes the next answer or failure of a tree of agents; null if there is none. */
  takeAnswer(root: Agent): TurnAnswer | TurnFailure | null {
    for (let place = this.place; place < this.end; place++) {
      const happened = this.turn[place] as Happened
      if (!isAgentEntry(happened) || this.taken.has(place)) continue
      if (!this.isForItem(happened.items)) continue
      if (happened.root === root) {
        this.mark(place)
        return happened
      }
      if (!this.beside.has(happened.root) && this.isSpare(happened.root)) return null
    }
    return null
  }

  /** Whether an answer may belong to the current item of a `mapOver`. */
  private isForItem(items: string | null): boolean {
    return this.item === null || items === null || items === this.item.text
  }

  /** Whether an entry belongs to an agent that does not run in parallel with the current member. */
  private isSpokenHere(happened: Happened): happened is TurnAnswer | TurnFailure {
    return isAgentEntry(happened) && !this.beside.has(happened.root) && this.isForItem(happened.items)
  }

  /**
   * Whether an entry without an agent (a mark or a state change) is on the current branch. Without a branch, an app's
   * entry counts too.
   */
  private isOnCurrentBranch({ branch }: { readonly branch: string }): boolean {
    return branch === '' || branch === this.branch
  }

  /**
   * Moves past the event of a step, and returns whether the step is done: its event exists, or an agent answered since,
   * so that the app must have changed the state in another way.
   */
  passStep(step: StateStep): boolean {
    return this.takeStepEntry(each => each.kind === 'step' && mayHaveMade(step, each.delta)) !== null
  }

  /** Moves past the mark of a tap, and returns whether the tap is done: its mark exists, or an agent answered since. */
  passTap(at: string): boolean {
    return this.takeStepEntry(each => each.kind === 'tap' && each.place === at) !== null
  }

  /** Takes the failure of the step or tap at this place; null if there is none. */
  takeFailure(at: string): StepFailure | null {
    const found = this.takeStepEntry(each => each.kind === 'step-failure' && each.place === at)
    return found?.kind === 'step-failure' ? found : null
  }

  /**
   * Takes the next entry of a step or tap on the current branch that passes `fits`. If an agent spoke earlier, returns
   * its answer or failure without taking it; null if there is neither.
   */
  private takeStepEntry(fits: (happened: OfStep) => boolean): Happened | null {
    for (let place = this.place; place < this.end; place++) {
      const happened = this.turn[place] as Happened
      if (this.taken.has(place)) continue
      if (isAgentEntry(happened)) {
        if (this.isSpokenHere(happened)) return happened
      } else if (this.isOnCurrentBranch(happened) && fits(happened)) {
        this.mark(place)
        return happened
      }
    }
    return null
  }

  /** Whether a change is on the current branch or on a branch below it. */
  private isInside({ branch }: { readonly branch: string }): boolean {
    return this.isOnCurrentBranch({ branch }) || this.branch === '' || branch.startsWith(`${this.branch}.`)
  }

  private mark(place: number): void {
    const happened = this.turn[place] as Happened
    this.taken.add(place)
    this.found.push(happened)
    this.places.push(place)
    this.place = place + 1
    this.since = Math.max(this.since, (happened.kind === 'answer' ? happened.end : happened.seq) + 1)
  }

  /** Returns the mark that a member of the group at this place and branch ended first, with its position; null for none. */
  findWon(at: string): { readonly won: Won; readonly place: number } | null {
    for (let place = this.place; place < this.end; place++) {
      const happened = this.turn[place] as Happened
      if (happened.kind !== 'won' || happened.place !== at || happened.branch !== this.branch) continue
      if (!this.taken.has(place)) return { won: happened, place }
    }
    return null
  }

  /** Keeps, of the entries that were found since `from`, only those at `places`, in that order. Others may be taken again. */
  keepFound(from: number, places: readonly number[]): void {
    this.found.length = from
    for (const place of this.places.splice(from)) this.taken.delete(place)
    for (const place of places) this.mark(place)
  }

  /** Whether one of the given agents has an answer or failure, at or after a position, that no member took. */
  hasUntakenAnswer(roots: ReadonlySet<Agent>, from: number): boolean {
    for (let place = from; place < this.end; place++) {
      const happened = this.turn[place] as Happened
      if (isAgentEntry(happened) && !this.taken.has(place) && roots.has(happened.root)) return true
    }
    return false
  }

  /** Returns the seq at which the entries end that the current member may take; undefined if all of the turn's may be. */
  get endSeq(): number | undefined {
    return this.turn[this.end]?.seq
  }

  /** Returns the next entry on this branch. Steps count only if they change something. */
  nextEntryOnBranch(kind?: 'answer'): Happened | undefined {
    for (let place = this.place; place < this.end; place++) {
      const happened = this.turn[place] as Happened
      if (this.taken.has(place)) continue
      if (this.isSpokenHere(happened)) return happened
      if (happened.kind === 'step' && !kind && this.isInside(happened) && !isEmpty(happened.delta))
        return happened
    }
    return undefined
  }
}

/** Whether an entry belongs to an agent: an answer or a failure. */
const isAgentEntry = (happened: Happened): happened is TurnAnswer | TurnFailure =>
  happened.kind === 'answer' || happened.kind === 'failure'
