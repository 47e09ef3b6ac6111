import type { RunAction, RunDecision } from '../../ir/run-action.ts'
import { firstIndex } from '../../text/list.ts'

/** Marks (facts about the run) that a runner stored on one event. */
export interface RunMark {
  readonly seq: number
  readonly run: RunAction
}

/** One fact that a runner's mark records about a tool call. */
export type CallMark =
  | { readonly kind: 'begun' | 'cancelled' }
  | ({ readonly kind: 'waits' } & Omit<NonNullable<RunAction['waits']>, 'calls'>)
  | { readonly kind: 'decided'; readonly decision: RunDecision }

/** Marks of a runner that no rewind has undone. Each list is ordered from oldest to newest. */
export class RunMarks {
  readonly all: RunMark[] = []
  /** Marks that request a new run. */
  readonly asks: RunMark[] = []
  /** Marks that end a whole run, because the run was cancelled, was stopped by a limit, or finished. */
  readonly stops: RunMark[] = []
  /** Marks with a digest of the agents' tools. */
  private readonly toolChanges: RunMark[] = []
  /** Receipts of calls whose agents work in the background. */
  private readonly receipts: RunMark[] = []
  /** Reports of agents that worked in the background. */
  private readonly reports: RunMark[] = []
  /** Seqs of messages, by the message ids that the senders chose. */
  readonly received = new Map<string, number>()
  /** Seqs of events that mark an answer as rejected. */
  readonly rejected = new Set<number>()
  /** Seqs of the results that are the answers of the agents that made the calls. */
  readonly returned = new Set<number>()
  /**
   * Seq at which a rejected answer began, by the seq of the event that marks the rejection or gives feedback on the
   * answer.
   */
  readonly refused = new Map<number, number>()
  /** Marks about each call; the key is the call's position, `seq.part`. */
  private readonly byCall = new Map<string, CallMark[]>()

  add(run: RunAction, seq: number): void {
    const mark = { seq, run }
    for (const list of this.listsOf(run)) list.push(mark)
    if (run.received !== undefined) this.received.set(run.received.id, seq)
    for (const event of run.rejected?.events ?? []) this.rejected.add(event)
    if (isReturned(run)) this.returned.add(seq)
    const refused = run.feedback?.of ?? (run.rejected?.events.includes(seq) ? seq : undefined)
    // In a log from another source, a mark may refer to an answer that does not exist yet.
    if (refused !== undefined && refused <= seq) this.refused.set(seq, refused)
    for (const [call, said] of factsByCall(run)) {
      const known = this.byCall.get(call)
      if (known === undefined) this.byCall.set(call, [said])
      else known.push(said)
    }
  }

  /** Returns a runner's marks about a call. */
  marksOfCall(call: string): readonly CallMark[] {
    return this.byCall.get(call) ?? []
  }

  /** Digest of the agents' tools in the newest mark that has one; undefined if none has. */
  get tools(): string | undefined {
    const run = this.toolChanges.at(-1)?.run
    return run && toolsIn(run)
  }

  /** Calls whose agents work in the background and have not reported, oldest first. */
  get unreported(): readonly string[] {
    const reported = new Set(this.reports.map(({ run }) => run.reported?.call))
    return this.receipts.flatMap(({ run }) =>
      run.background === undefined || reported.has(run.background.call) ? [] : [run.background.call],
    )
  }

  /** Whether an event is the report of an agent that worked in the background. */
  isReport(seq: number): boolean {
    const index = firstIndex(this.reports.length, at => (this.reports[at] as RunMark).seq >= seq)
    return this.reports[index]?.seq === seq
  }

  /** Returns a runner's marks on events from `seq` on. */
  marksSince(seq: number): readonly RunMark[] {
    let index = this.all.length
    while (index > 0 && (this.all[index - 1] as RunMark).seq >= seq) index--
    return this.all.slice(index)
  }

  /** Removes the marks on events from `to` on, because these events are rewound. */
  rewind(to: number): void {
    for (let mark = this.all.at(-1); mark !== undefined && mark.seq >= to; mark = this.all.at(-1)) {
      for (const list of this.listsOf(mark.run)) list.pop()
      if (mark.run.received !== undefined) this.received.delete(mark.run.received.id)
      for (const event of mark.run.rejected?.events ?? []) this.rejected.delete(event)
      this.refused.delete(mark.seq)
      this.returned.delete(mark.seq)
      for (const [call] of factsByCall(mark.run)) this.byCall.get(call)?.pop()
    }
  }

  private listsOf(run: RunAction): readonly RunMark[][] {
    const { asked, cancelled, limit, ended, background, reported } = run
    const stops = limit ?? ended ?? (cancelled?.calls === undefined ? cancelled : undefined)
    return [
      this.all,
      ...(asked ? [this.asks] : []),
      ...(stops ? [this.stops] : []),
      ...(toolsIn(run) === undefined ? [] : [this.toolChanges]),
      ...(background ? [this.receipts] : []),
      ...(reported ? [this.reports] : []),
    ]
  }
}

const toolsIn = ({ answered, asked }: RunAction): string | undefined => answered?.tools ?? asked?.tools

/** Whether a mark says that a tool's result is the answer of the agent that made the call. */
export const isReturned = ({ returned }: RunAction): boolean =>
  returned !== undefined && returned.why === undefined

/**
 * Returns the calls to which a mark refers. If an event states several facts about one call, the fact that counts is
 * last.
 */
const factsByCall = ({
  waits,
  decided,
  begun,
  cancelled,
}: RunAction): readonly (readonly [string, CallMark])[] => [
  ...(waits?.calls ?? []).map(call => [call, { ...waits, kind: 'waits' }] as const),
  ...(decided ? [[decided.call, { kind: 'decided', decision: decided }] as const] : []),
  ...(begun?.calls ?? []).map(call => [call, { kind: 'begun' }] as const),
  ...(cancelled?.calls ?? []).map(call => [call, { kind: 'cancelled' }] as const),
]
