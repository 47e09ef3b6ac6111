import type { Compiled } from '../compile/contract/result.ts'
import { doLater, laterWorkOf } from '../compile/later/later-work.ts'
import type { Effects } from '../effect/handler.ts'
import type { EventInput } from '../ir/event.ts'
import { sealEvents } from '../session/events.ts'

/** Outcomes of work that nobody waited for. All calls of one conversation share them, so that none repeats the work. */
export class LaterOutcomes {
  private readonly arrived: EventInput[] = []
  private readonly underway = new Set<string>()

  get length(): number {
    return this.arrived.length
  }

  /** Returns the events that arrived after the first `known`. */
  since(known: number): readonly EventInput[] {
    return this.arrived.slice(known)
  }

  /** Does the work that is not underway. An error of a handler is an outcome, and never makes it reject. */
  async resolve(result: Compiled, effects: Effects, signal?: AbortSignal): Promise<void> {
    const { wants, continuation } = laterWorkOf(result)
    const own = wants.filter(({ key }) => !this.underway.has(key))
    for (const { key } of own) this.underway.add(key)
    const events = await doLater({ wants: own, continuation }, effects, signal)
    this.arrived.push(...sealEvents(events))
    for (const { key } of own) this.underway.delete(key)
  }
}
