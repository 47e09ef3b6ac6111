import type { Session } from '../../../core/session/session.ts'
import type { RelayMessage, UnstoredReport } from './messages.ts'

type Reports = Extract<RelayMessage, { readonly type: 'reports' }>

/** Answer of which followers have parts. */
interface OpenAnswer {
  readonly agent: string
  readonly branch: string
  /** Number of stored events before the answer. */
  readonly after: number
}

/**
 * Reports of a run in another process, in the order of the log. A report may come before the stored events that precede
 * it, or after the event that contains it.
 */
export class ForeignReports {
  /** Run that reports; null before its first message. */
  private source: string | null = null
  /** Whether this process has the parts so far of unfinished answers. Without them, later parts make no sense. */
  private isSynced = false
  /** Messages that came before the events that precede them. */
  private early: Reports[] = []
  private readonly open = new Map<string, OpenAnswer>()

  /** Whether the process that runs the session must send the parts so far. */
  get needsParts(): boolean {
    return !this.isSynced
  }

  /** Returns the reports that followers may get now. */
  receive(message: Reports, session: Session): readonly UnstoredReport[] {
    const source = `${message.from} ${message.run}`
    const retracted = this.source !== null && this.source !== source ? this.end(session) : []
    this.source = source
    if (message.isSoFar === this.isSynced) return retracted
    this.isSynced = true
    if (message.after <= session.length) return [...retracted, ...this.deliver(message, session)]
    this.early.push(message)
    return retracted
  }

  /** Returns the reports that waited for events which are stored now. */
  release(session: Session): readonly UnstoredReport[] {
    const waiting = this.early
    this.early = waiting.filter(({ after }) => after > session.length)
    return waiting
      .filter(({ after }) => after <= session.length)
      .flatMap(message => this.deliver(message, session))
  }

  /** Forgets the run of the other process. Returns what retracts the parts of its unfinished answers. */
  end(session: Session): readonly UnstoredReport[] {
    const cut = [...this.open.values()].filter(answer => !isStored(answer, session))
    this.source = null
    this.isSynced = false
    this.early = []
    this.open.clear()
    return cut.map(({ agent, branch }) => ({ type: 'retracted', agent, branch }))
  }

  private deliver({ reports, after }: Reports, session: Session): readonly UnstoredReport[] {
    return reports.filter(report => {
      const { type, agent, branch } = report
      const answer = { agent, branch, after }
      if (isStored(answer, session)) return false
      const name = `${agent}\n${branch}`
      if (type === 'delta') this.open.set(name, answer)
      if (type === 'retracted') this.open.delete(name)
      return true
    })
  }
}

/** Whether the event of an answer is stored. */
function isStored({ agent, branch, after }: OpenAnswer, session: Session): boolean {
  for (let seq = after; seq < session.length; seq++) {
    const event = session.event(seq)
    if (event.author === agent && event.branch === branch) return true
  }
  return false
}
