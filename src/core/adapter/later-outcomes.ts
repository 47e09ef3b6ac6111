import type { Compiled } from '../compile/contract/result.ts'
import { laterWorkOf } from '../compile/later/later-work.ts'
import type { Effects } from '../effect/handler.ts'
import type { EventInput } from '../ir/event.ts'
import { sealEvents } from '../session/events.ts'

/** Options for the work that a call leaves for later, such as summaries. */
export interface LaterOptions {
  readonly signal?: AbortSignal
  /** Whether the compiled request was sent and answered, so that a handler may continue from it. */
  readonly isSent?: boolean
}

/** Outcomes of the work that one call leaves for later, such as summaries. They are added as they arrive. */
export class LaterOutcomes {
  private readonly arrived: EventInput[] = []
  /** Keys of the work that was started. Keys of work that ended without an outcome are removed. */
  private readonly asked = new Set<string>()
  private pending = 0
  private isBegun = false

  get length(): number {
    return this.arrived.length
  }

  /** Whether some of the work is in progress. */
  get isUnderway(): boolean {
    return this.pending > 0
  }

  /** Whether the work was not started yet. */
  get isWaiting(): boolean {
    return !this.isBegun
  }

  /** Returns the outcomes that arrived, without the first `known` ones. */
  since(known: number): readonly EventInput[] {
    return this.arrived.slice(known)
  }

  /**
   * Does the work that no call of the conversation has started. `others`: outcomes of earlier calls. An error of a
   * handler becomes an outcome, so the promise is never rejected.
   */
  async resolve(
    result: Compiled,
    others: readonly OpenOutcomes[],
    { effects, signal, isSent = true }: LaterOptions & { readonly effects: Effects },
  ): Promise<void> {
    this.isBegun = true
    const { wants, continuation } = laterWorkOf(result)
    const calls = [this, ...others.map(({ later }) => later)]
    const own = wants.filter(({ key }) => !calls.some(({ asked }) => asked.has(key)))
    for (const { key } of own) this.asked.add(key)
    this.pending++
    const outcomes = new Set<string>()
    // Each outcome is stored as soon as it arrives, even if other work is not done yet.
    // This module is loaded on demand, because most compiles want no work.
    const { doLaterWork } = await import('../compile/later/do-later-work.ts')
    await doLaterWork(
      { wants: own, continuation: isSent ? continuation : () => null },
      effects,
      signal,
      events => {
        this.arrived.push(...sealEvents(events))
        for (const { actions } of events) outcomes.add(actions?.effect?.key ?? '')
      },
    )
    this.pending--
    for (const { key } of own) if (!outcomes.has(key)) this.asked.delete(key)
  }
}

/**
 * Outcomes of the work that one call left for later. `recorded`: number of outcomes that the conversation already
 * contains.
 */
export interface OpenOutcomes {
  readonly later: LaterOutcomes
  readonly recorded: number
}

/** Maximum number of calls whose work has not started yet and whose outcomes are still expected. */
const mostWaiting = 4

/** Returns the outcomes that the conversation does not contain yet, and the calls that may still produce more. */
export function collectArrivedOutcomes(open: readonly OpenOutcomes[]): {
  readonly events: readonly EventInput[]
  readonly open: readonly OpenOutcomes[]
} {
  const waiting = open.filter(({ later }) => later.isWaiting).slice(-mostWaiting)
  return {
    events: open.flatMap(({ later, recorded }) => later.since(recorded)),
    open: open
      .filter(one => one.later.isUnderway || waiting.includes(one))
      .map(({ later }) => ({ later, recorded: later.length })),
  }
}
