import type { AgentCompiler } from '../compile/agent-compiler.ts'
import type { Plan } from '../ir/plan.ts'
import type { UnitFold } from '../session/unit/unit-fold.ts'
import { dropOldest } from '../text/list.ts'
import type { RecordedEvents } from './interleaved.ts'
import type { LaterOutcomes, OpenOutcomes } from './later-outcomes.ts'

/** Objects that a call keeps for the conversation's next call. The plan is kept separately. */
export interface CarriedWork {
  /** Text of the declarations from which the compiler was made; null if the text cannot be determined. */
  readonly declared: string | null
  /** Digest of the names of the models that wrote the answers. */
  readonly makers: string
  readonly compiler: AgentCompiler
  readonly units: UnitFold
}

/** Place in a conversation where a call ended. */
export interface ThreadPlace {
  /** Plan of the call, with the usage that its answer reported. */
  plan: Plan
  /** Name of the call in a storage (`StoredThread`); null if the conversation is kept only in memory. */
  readonly call: string | null
  /** Digest of the ids of the server's items in the conversation. */
  readonly ids: string
  /** Recorded events, which are not part of the caller's messages. */
  readonly recorded: readonly RecordedEvents[]
  /** Outcomes of the work that the call left for later. */
  readonly later: LaterOutcomes
  /** Outcomes that may still arrive, from the work of this call and of earlier calls. */
  readonly open: readonly OpenOutcomes[]
  /** Compiler and other objects for the next call. Only the first call that continues from this place gets them. */
  work: CarriedWork | null
}

/** Cache of the places where calls ended, by name. If it is full, the places stored longest ago are removed. */
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

  /** Returns the objects kept for the next call and removes them. A concurrent call has to create its own objects. */
  take(place: ThreadPlace): CarriedWork | null {
    const { work } = place
    place.work = null
    this.working.delete(place)
    return work
  }

  storePlace(names: readonly string[], place: ThreadPlace): void {
    for (const name of names) {
      this.named.delete(name)
      this.named.set(name, place)
    }
    dropOldest(this.named, this.most * names.length)
    this.working.add(place)
    dropOldest(this.working, this.mostWorking, oldest => this.take(oldest))
  }
}
