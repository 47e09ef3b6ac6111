// An independent reading of a log: calls, results, records of the runner, and rewound events.
import type { StoredEvent } from '../../../store/index.ts'

export type Run = NonNullable<NonNullable<StoredEvent['actions']>['run']>

/** A call in a log. */
export interface LoggedCall {
  /** Place, as `seq.part`. */
  readonly place: string
  readonly seq: number
  readonly id: string
  readonly name: string
  readonly branch: string
  /** Arguments of the call. A text that is not JSON stays a text. */
  readonly input: unknown
}

/** A result in a log. */
export interface LoggedResult {
  readonly seq: number
  readonly id: string
  readonly branch: string
}

/** A record of the runner in a log. */
export interface LoggedMark {
  readonly seq: number
  readonly run: Run
}

const conversation = (branch: string): string => /^call:\d+\.\d+/.exec(branch)?.[0] ?? ''

/** Whether texts on one of two branches may reach the other one. */
export function areRelated(left: string, right: string): boolean {
  if (conversation(left) !== conversation(right)) return false
  return (
    left === '' || right === '' || `${left}.`.startsWith(`${right}.`) || `${right}.`.startsWith(`${left}.`)
  )
}

export class LogReading {
  readonly events: readonly StoredEvent[]
  readonly calls: readonly LoggedCall[]
  readonly results: readonly LoggedResult[]
  readonly marks: readonly LoggedMark[]
  private readonly rewinds: readonly { readonly at: number; readonly to: number }[]

  constructor(events: readonly StoredEvent[]) {
    this.events = events
    this.calls = events.flatMap(({ seq, branch, parts }) =>
      parts.flatMap((part, index) => {
        if (part.kind !== 'tool-call') return []
        const { id, name, arguments: given } = part
        return [{ place: `${seq}.${index}`, seq, id, name, branch, input: inputOf(given) }]
      }),
    )
    this.results = events.flatMap(({ seq, branch, parts }) =>
      parts.flatMap(part => (part.kind === 'tool-result' ? [{ seq, id: part.id, branch }] : [])),
    )
    this.marks = events.flatMap(({ seq, actions }) => (actions?.run ? [{ seq, run: actions.run }] : []))
    this.rewinds = events.flatMap(({ seq, actions }) =>
      actions?.rewind ? [{ at: seq, to: actions.rewind.to }] : [],
    )
  }

  /**
   * Whether an event was rewound when the log had `at` events. After a rewind, the session is what it was when it had the
   * events before the rewind's target.
   */
  isRewound(seq: number, at: number = this.events.length): boolean {
    const last = this.rewinds.findLast(rewind => rewind.at < at)
    if (last === undefined || seq >= last.at) return false
    return seq >= last.to || this.isRewound(seq, last.to)
  }

  /**
   * Whether an event had no effect when the log had `at` events: a rewind brought back what an earlier one took back, so
   * that nothing between its target and the rewind counts, also no result of an earlier call.
   */
  isSkipped(seq: number, at: number = this.events.length): boolean {
    const last = this.rewinds.findLast(rewind => rewind.at < at)
    if (last === undefined) return false
    const bringsBack = this.rewinds.some(
      ({ at: earlier, to }) =>
        last.to <= earlier && earlier < last.at && to < last.to && !this.isSkipped(earlier, last.at),
    )
    if (!bringsBack) return seq < last.at && this.isSkipped(seq, last.at)
    return seq < last.at && (seq >= last.to || this.isSkipped(seq, last.to))
  }

  /** Calls that had no result when the log had `at` events. */
  openCalls(at: number = this.events.length): readonly LoggedCall[] {
    const answered = new Set(
      this.results.flatMap(({ id, seq }) => (seq < at && !this.isSkipped(seq, at) ? [id] : [])),
    )
    return this.calls.filter(({ id, seq }) => seq < at && !answered.has(id) && !this.isRewound(seq, at))
  }

  /** Valid records about a call when the log had `at` events, oldest first. */
  marksOf(place: string, at: number = this.events.length): readonly LoggedMark[] {
    return this.marks.filter(({ seq, run: { waits, decided, begun } }) => {
      if (seq >= at || this.isRewound(seq, at)) return false
      return waits?.calls.includes(place) || decided?.call === place || begun?.calls.includes(place)
    })
  }

  /** Whether a call waits for a decision. */
  isWaiting(place: string, at: number = this.events.length): boolean {
    const asked = this.marksOf(place, at).filter(({ run }) => run.begun === undefined)
    return asked.at(-1)?.run.waits !== undefined && this.openCalls(at).some(call => call.place === place)
  }

  /** Decision that a call waits for; null if it waits for none. */
  waitsFor(place: string, at: number = this.events.length): 'approval' | 'answer' | null {
    if (!this.isWaiting(place, at)) return null
    const last = this.marksOf(place, at).findLast(({ run }) => run.waits !== undefined)
    return last?.run.waits?.for ?? 'approval'
  }

  /** Arguments with which a call runs: those of its last approval that changed them, or its own. */
  inputToRun({ place, input }: LoggedCall, at: number = this.events.length): unknown {
    const { decided } =
      this.marksOf(place, at).findLast(
        ({ run: { waits, decided } }) =>
          (waits !== undefined && waits.for === undefined) ||
          (decided !== undefined && decided.answer === undefined && !decided.question),
      )?.run ?? {}
    // A call that waits for an approval again shows what the model wrote.
    return (decided?.approved && decided.arguments) || input
  }

  /** Messages of the user to the program. */
  get messages(): readonly StoredEvent[] {
    return this.events.filter(({ author, branch }) => author === 'user' && conversation(branch) === '')
  }
}

function inputOf(given: unknown): unknown {
  if (typeof given !== 'string') return given
  try {
    return JSON.parse(given)
  } catch {
    return given
  }
}
