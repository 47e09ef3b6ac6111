import type { Counter } from '../../count/counter.ts'
import { type Loss, type LossReason, lossFacts } from '../../ir/loss.ts'
import type { ReasoningRun } from '../../ir/plan.ts'
import { firstIndex } from '../../text/list.ts'
import { type Losing, reasonFinder } from './reason-of.ts'
import { reasoningRuns, sentThoughts } from './runs.ts'
import { ownReasoning, shownReasoning } from './thoughts.ts'
import { tokensOfReasoning } from './tokens-of.ts'

/** Reasoning that a request contains, and the reasoning that it lacks. */
export interface ReasoningChange {
  readonly alive: readonly ReasoningRun[]
  /** Reasoning that the earlier request or an answer to it contains, and that this request does not. */
  readonly losses: readonly Loss[]
  /** Reasons for which reasoning of the earlier request itself is lost. */
  readonly changed: ReadonlySet<LossReason>
}

/**
 * Compares the reasoning of a request with the reasoning of the earlier request and of the answers since then. Reads
 * only the events that were appended, unless reasoning is lost. Without an earlier request, only the units that are
 * sent are compared.
 */
export function reasoningChange(input: Losing, counter: Counter): ReasoningChange {
  const { session, earlier } = input
  const alive = reasoningRuns(session.units.rows, input)
  const before = (earlier?.plan.alive ?? []).filter(run => !isIn(alive, run))
  const tally = new Tally(input, counter)
  const changed = new Set<LossReason>()
  for (const { from, to, items } of before)
    for (let seq = from; seq <= to; seq++)
      tally.add(seq, from === to ? items : ownReasoning(session, seq).length, changed)
  if (earlier === null)
    for (const { seq, isWhole } of sentThoughts(input)) {
      if (!isWhole) tally.add(seq, shownReasoning(session, seq).length)
    }
  else tally.addNew(earlier.head, alive)
  return { alive, losses: tally.losses(), changed }
}

/** Returns all reasoning of a session that a request lacks. Reads every event. */
export function missingReasoning(input: Losing, counter: Counter): readonly Loss[] {
  const tally = new Tally(input, counter)
  tally.addNew(0, reasoningRuns(input.session.units.rows, input))
  return tally.losses()
}

/** Whether the runs of a request, which are in the order of the session, contain all reasoning of a run. */
function isIn(runs: readonly ReasoningRun[], { from, to, items }: ReasoningRun): boolean {
  let index = firstIndex(runs.length, at => (runs[at] as ReasoningRun).from > from) - 1
  // Two units may contain reasoning of one event. Then two runs begin there.
  for (let first = runs[index]?.from; index >= 0 && runs[index]?.from === first; index--) {
    const run = runs[index] as ReasoningRun
    const isWhole =
      run.from === run.to ? from === to && from === run.from && items <= run.items : to <= run.to
    if (isWhole) return true
  }
  return false
}

/** Sums of lost reasoning, by reason. */
class Tally {
  private readonly input: Losing
  private readonly counter: Counter
  private readonly sums = new Map<LossReason, Loss>()
  private sent: ReadonlyMap<number, number> | undefined
  private reasonOf: ReturnType<typeof reasonFinder> | undefined

  constructor(input: Losing, counter: Counter) {
    this.input = input
    this.counter = counter
  }

  /** Adds the reasoning of an event that had `items` parts of it, and notes the reason. */
  add(seq: number, items: number, reasons?: Set<LossReason>): void {
    const { input } = this
    this.sent ??= sentByEvent(input)
    const lost = items - (this.sent.get(seq) ?? 0)
    const [unit] = lost > 0 ? ownReasoning(input.session, seq) : []
    if (unit === undefined) return
    this.reasonOf ??= reasonFinder(input)
    const reason = this.reasonOf(unit, seq)
    const { tokens, reported } = tokensOfReasoning(input.session, { unit, seq, lost }, this.counter)
    const sum = this.sums.get(reason) ?? { reason, items: 0, tokens: 0, reported: 0 }
    this.sums.set(reason, {
      reason,
      items: sum.items + lost,
      tokens: sum.tokens + tokens,
      reported: sum.reported + reported,
    })
    reasons?.add(reason)
  }

  /** Adds the reasoning of the answers from an event on that is not among the runs of the request. */
  addNew(head: number, alive: readonly ReasoningRun[]): void {
    const { session } = this.input
    for (let seq = head; seq < session.length; seq++) {
      const { length: items } = shownReasoning(session, seq)
      if (items > 0 && !isIn(alive, { from: seq, to: seq, items })) this.add(seq, items)
    }
  }

  /** Returns the sums in the order of the table of reasons. */
  losses(): readonly Loss[] {
    return (Object.keys(lossFacts) as LossReason[]).flatMap(reason => this.sums.get(reason) ?? [])
  }
}

function sentByEvent(input: Losing): ReadonlyMap<number, number> {
  const sums = new Map<number, number>()
  for (const { seq, sent } of sentThoughts(input)) sums.set(seq, (sums.get(seq) ?? 0) + sent)
  return sums
}
