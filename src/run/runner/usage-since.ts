import type { TokenCounts } from '../../core/ir/event.ts'
import type { Session } from '../../core/session/session.ts'
import type { RunMarks } from '../../core/session/unit/run-marks.ts'

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
  /** Number of input and output tokens. */
  tokens: number
}

const known = new WeakMap<RunMarks, Usage>()

/** Returns the number of model calls of a run, and the sum of their tokens. Reads only events since the last call. */
export function usageOfRun(session: Session, from: number): Readonly<Usage> {
  const { runMarks, rewinds } = session.units
  const rewound = rewinds.length
  const before = known.get(runMarks)
  const isSame = before?.from === from && before.rewound === rewound
  const usage = isSame ? before : { from, rewound, events: from, steps: 0, tokens: 0 }
  known.set(runMarks, usage)
  for (const { seq, run } of runMarks.marksSince(usage.events)) {
    if (run.answered === undefined) continue
    const reported = session.event(seq).actions?.usage
    usage.steps++
    usage.tokens += totalTokens(reported) + totalTokens(reported?.compaction)
  }
  usage.events = Math.max(usage.events, session.length)
  return usage
}

const totalTokens = (usage: TokenCounts | undefined): number =>
  usage === undefined ? 0 : usage.inputTokens + usage.outputTokens
