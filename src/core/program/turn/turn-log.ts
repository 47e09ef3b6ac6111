import { branchConversation } from '../../ir/call-branch.ts'
import type { StateDelta } from '../../ir/event.ts'
import type { Session } from '../../session/session.ts'
import { returnedResultOf } from '../../session/unit/returned-result.ts'
import type { UnitFold } from '../../session/unit/unit-fold.ts'
import type { StateStep } from '../../state/step.ts'
import { itemsIn } from '../branch-pattern.ts'
import type { Graph } from '../graph.ts'
import { agentByAuthor } from '../placed.ts'
import { makersOf } from '../step-event.ts'
import type { WalkedConversation } from './invocation.ts'
import type { Happened, Turn, TurnAnswer } from './turn.ts'

/** Turns that were already read, by their units, program and conversation. */
const known = new WeakMap<UnitFold, WeakMap<Graph, Map<string, TurnLog>>>()

/**
 * Returns the events of an invocation in one conversation. Later calls read only new events and extend the same object,
 * so do not store the turn.
 */
export function invocationTurn(
  graph: Graph,
  session: Session,
  { from, conversation }: WalkedConversation,
): Turn {
  const { units } = session
  const byGraph = known.get(units) ?? new WeakMap<Graph, Map<string, TurnLog>>()
  known.set(units, byGraph)
  const byName = byGraph.get(graph) ?? new Map<string, TurnLog>()
  byGraph.set(graph, byName)
  let log = byName.get(conversation)
  if (log?.from !== from || log.rewound !== units.rewinds.length) {
    log = new TurnLog(graph, conversation, from, units)
    byName.set(conversation, log)
  }
  log.readNewEvents(session)
  return log
}

/** Turn of one conversation, up to the last event that was read. */
class TurnLog implements Turn {
  readonly from: number
  readonly happened: Happened[] = []
  readonly begin = 0
  readonly messages: number[] = []
  readonly answered = new Map<number, number>()
  hasFailedSteps = false
  /**
   * Number of rewinds when the first event was read. If the session has more rewinds now, some of the events that were
   * read may no longer count.
   */
  readonly rewound: number
  private readonly graph: Graph
  private readonly conversation: string
  private readonly makers: (delta: StateDelta) => readonly StateStep[]
  /** Numbers of events and units that were read. */
  private events: number
  private units: number

  constructor(graph: Graph, conversation: string, from: number, { rows, rewinds }: UnitFold) {
    this.graph = graph
    this.conversation = conversation
    this.from = from
    this.rewound = rewinds.length
    this.events = from
    this.units = rows.firstFrom(from)
    this.makers = makersOf(graph.steps)
  }

  /** Reads the events that were appended since the last call. */
  readNewEvents(session: Session): void {
    if (session.length <= this.events) return
    const found = [...this.answersIn(session), ...this.stepsIn(session), ...this.marksIn(session)]
    this.events = session.length
    found.sort((left, right) => left.seq - right.seq)
    for (const each of found) this.add(each, session)
  }

  /** Adds an entry. An answer that continues the same agent's turn extends the previous entry. */
  private add(next: Happened, { units }: Session): void {
    const { happened } = this
    const { rows } = units
    const last = happened.at(-1)
    const continues =
      last?.kind === 'answer' &&
      next.kind === 'answer' &&
      last.root === next.root &&
      last.items === next.items &&
      rows.callsOf(last.unit).length > 0 &&
      (returnedResultOf(units, last.unit)?.seq ?? next.seq) >= next.seq
    if (!continues) happened.push(next)
    else {
      const { end, unit } = next
      last.units.push(unit)
      happened[happened.length - 1] = { ...last, end, unit }
    }
  }

  private answersIn({ units: { rows, runMarks } }: Session): readonly TurnAnswer[] {
    const { graph, conversation } = this
    const answers: TurnAnswer[] = []
    for (; this.units < rows.length; this.units++) {
      const unit = this.units
      if (rows.isRewound(unit) || branchConversation(rows.branchOf(unit)) !== conversation) continue
      const kind = rows.ownKindOf(unit)
      const seq = rows.seqOf(unit)
      if (kind === 'user') this.messages.push(seq)
      const isAnswer = kind === 'model' && !runMarks.isReport(seq)
      const placed = isAnswer ? agentByAuthor(graph, rows.authorOf(unit)) : undefined
      if (placed === undefined) continue
      const items = itemsIn(placed, rows.branchOf(unit))
      answers.push({ kind: 'answer', seq, end: seq, unit, units: [unit], root: placed.root, items })
    }
    return answers
  }

  /**
   * Returns the state changes that a step may have made: events without content. An app may also have made some of them
   * itself.
   */
  private stepsIn(session: Session): readonly Happened[] {
    if (this.graph.steps.length === 0 || this.conversation !== '') return []
    const { spans, rewinds } = session.units.rows
    const ran: Happened[] = []
    let span = spans.length - 1
    for (let seq = session.length - 1; seq >= this.events; seq--) {
      while (span >= 0 && spans.addedAt(span) > seq) span--
      const isSilent = span < 0 || spans.addedAt(span) < seq
      // Event objects are created only if they may matter, so that a long turn stays cheap.
      if (!isSilent && rewinds.length === 0) continue
      const { author, branch, actions } = session.event(seq)
      const delta = actions?.state
      // A change with a runner's mark was made by the runner, not by a step.
      const isOfStep = isSilent && author === 'developer' && actions?.run === undefined
      if (isOfStep && delta && this.makers(delta).length > 0) ran.push({ kind: 'step', seq, branch, delta })
      if (actions?.rewind) seq = Math.min(seq, actions.rewind.to)
    }
    return ran
  }

  private marksIn({ units: { runMarks } }: Session): readonly Happened[] {
    const { graph, conversation, answered } = this
    const marks: Happened[] = []
    for (const { seq, run } of runMarks.marksSince(this.events)) {
      if (run.answered) answered.set(seq, run.answered.upTo)
      if (run.tapped)
        marks.push({ kind: 'tap', seq, branch: run.tapped.branch ?? '', place: run.tapped.place })
      if (run.won) marks.push({ kind: 'won', seq, branch: '', ...run.won })
      const { agent, place, branch = '', why = '' } = run.failed ?? {}
      if (branchConversation(branch) !== conversation) continue
      if (place !== undefined) {
        marks.push({ kind: 'step-failure', seq, branch, place, why })
        this.hasFailedSteps = true
      }
      const placed = agent === undefined ? undefined : agentByAuthor(graph, agent)
      if (agent === undefined || placed === undefined) continue
      const items = itemsIn(placed, branch)
      marks.push({ kind: 'failure', seq, root: placed.root, items, agent, why })
    }
    return marks
  }
}
