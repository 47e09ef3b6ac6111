import type { Compiled } from '../compile/contract/result.ts'
import { doLaterWork, laterWorkOf } from '../compile/later/later-work.ts'
import type { Effects } from '../effect/handler.ts'
import type { EventInput } from '../ir/event.ts'
import { sealEvents } from '../session/events.ts'

/** Options for the work that a call wants for later. */
export interface LaterOptions {
  readonly signal?: AbortSignal
  /** Whether the compiled request itself was sent and answered, so that a handler may go on from it. */
  readonly isSent?: boolean
}

/** Outcomes of the work that one call wants for later, as they arrive. */
export class LaterOutcomes {
  private readonly arrived: EventInput[] = []
  /** Keys of the work that was asked for and has an outcome, or may get one. */
  private readonly asked = new Set<string>()
  private pending = 0
  private isBegun = false

  get length(): number {
    return this.arrived.length
  }

  /** Whether some of the work is being done. */
  get isUnderway(): boolean {
    return this.pending > 0
  }

  /** Whether nobody has asked for the work yet. */
  get isWaiting(): boolean {
    return !this.isBegun
  }

  /** Returns the events that arrived after the first `known`. */
  since(known: number): readonly EventInput[] {
    return this.arrived.slice(known)
  }

  /**
   * Does the work that no call of the conversation is doing; `others` are the calls before. Errors of handlers are outcomes, and
   * never make it reject.
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
    // Work that is done is kept while other work goes on.
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

/** Outcomes of one call, and how many of them a conversation has recorded. */
export interface OpenOutcomes {
  readonly later: LaterOutcomes
  readonly recorded: number
}

/** Most calls for whose work a conversation waits that nobody has asked for. */
const mostWaiting = 4

/** Returns what arrived since, and what may still arrive. */
export function arrivedSince(open: readonly OpenOutcomes[]): {
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
