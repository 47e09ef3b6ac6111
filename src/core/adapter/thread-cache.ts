import type { AgentCompiler } from '../compile/agent-compiler.ts'
import type { Plan } from '../ir/plan.ts'
import type { UnitFold } from '../session/unit/unit-fold.ts'
import type { RecordedEvents } from './interleaved.ts'
import type { LaterOutcomes, OpenOutcomes } from './later-outcomes.ts'

/** Work, besides the plan, that a call keeps for the next call of its conversation. */
export interface CarriedWork {
  /** Text of the declarations that the compiler was made from; null if it cannot be determined. */
  readonly declared: string | null
  /** Digest of the models that the answers are attributed to. */
  readonly makers: string
  readonly compiler: AgentCompiler
  readonly units: UnitFold
}

/** Place where a call ended. */
export interface ThreadPlace {
  readonly plan: Plan
  /** Name of the call in a storage (`StoredThread`); null in memory. */
  readonly call: string | null
  /** Digest of the ids of the server's items. */
  readonly ids: string
  /** Events that the conversation does not hold. */
  readonly recorded: readonly RecordedEvents[]
  /** Outcomes of work that the call wanted for later. */
  readonly later: LaterOutcomes
  /** Outcomes of the calls up to this one that may still arrive. */
  readonly open: readonly OpenOutcomes[]
  /** Work for the next call; the first call that continues from here takes it. */
  work: CarriedWork | null
}

/** Cache of the places where calls ended, each under its names. The places left longest ago are forgotten first. */
export class ThreadCache {
  private readonly named = new Map<string, ThreadPlace>()
  private readonly working = new Set<ThreadPlace>()
  private readonly most: number
  private readonly mostWorking: number

  constructor(most: number, mostWorking: number) {
    this.most = most
    this.mostWorking = mostWorking
  }

  at(name: string): ThreadPlace | undefined {
    return this.named.get(name)
  }

  /** Takes the work of a place for one call; a concurrent call does the work again. */
  take(place: ThreadPlace): CarriedWork | null {
    const { work } = place
    place.work = null
    this.working.delete(place)
    return work
  }

  leave(names: readonly string[], place: ThreadPlace): void {
    for (const name of names) {
      this.named.delete(name)
      this.named.set(name, place)
    }
    for (const name of this.named.keys()) {
      if (this.named.size <= this.most * names.length) break
      this.named.delete(name)
    }
    this.working.add(place)
    for (const oldest of this.working) {
      if (this.working.size <= this.mostWorking) break
      this.take(oldest)
    }
  }
}
