import type { TokenCounts } from '../../core/ir/event.ts'
import type { Session } from '../../core/session/session.ts'
import type { RunMarks } from '../../core/session/unit/run-marks.ts'
import { addTokens, noTokens } from '../store/accounts.ts'

/** Model usage of a run so far. */
interface Usage {
  /** Seq of the run's first event. */
  readonly from: number
  /** Number of rewinds in the log before the count began. */
  readonly rewound: number
  /** Number of events of the log that were counted. */
  events: number
  /** Number of model calls. */
  steps: number
  /** Tokens of the calls, including those of compactions that providers ran. */
  tokens: Required<TokenCounts>
  /** Price of the calls whose price is known, in USD. */
  usd: number
  /** Model of the first call whose price is not known; null if there is none. */
  unpriced: string | null
}

const known = new WeakMap<RunMarks, Usage>()

/** Returns the usage of a run's model calls. Reads only events since the last call. */
export function usageOfRun(session: Session, from: number): Readonly<Usage> {
  const { runMarks, rewinds } = session.units
  const rewound = rewinds.length
  const before = known.get(runMarks)
  const isSame = before?.from === from && before.rewound === rewound
  const usage = isSame
    ? before
    : { from, rewound, events: from, steps: 0, tokens: noTokens, usd: 0, unpriced: null }
  known.set(runMarks, usage)
  for (const { seq, run } of runMarks.marksSince(usage.events)) {
    const called = run.answered ?? run.unused
    if (called === undefined) continue
    const { model, usd } = called
    const reported = session.event(seq).actions?.usage
    usage.steps++
    for (const counts of [reported, reported?.compaction])
      if (counts !== undefined) usage.tokens = addTokens(usage.tokens, counts)
    usage.usd += usd ?? 0
    if (usd === undefined && model !== undefined) usage.unpriced ??= model
  }
  usage.events = Math.max(usage.events, session.length)
  return usage
}
