import { agentOfTool } from '../agent/tool-facts.ts'
import { branchConversation, callBranch, parsePlace } from '../ir/call-branch.ts'
import type { StateScope } from '../ir/state-scope.ts'
import type { Session } from '../session/session.ts'
import { isRelated } from '../session/view/branch.ts'
import { stepsOfCalls, type WorkedCalls } from './call-steps.ts'
import type { Graph } from './graph.ts'
import type { Member } from './member.ts'
import type { FinishedCall, NextStep } from './next-step.ts'
import { openApprovals } from './open-approvals.ts'
import { abandonedCalls, hasOpenCalls, type OpenCall, type OpenResponse, openCallsOf } from './open-calls.ts'
import { placeOf } from './path-of.ts'
import { agentByAuthor } from './placed.ts'
import { answerValue } from './turn/collect-step.ts'
import type { Due, FailureDue } from './turn/due-types.ts'
import { invocationOf, programConversation, type WalkedConversation } from './turn/invocation.ts'
import { nextInConversation } from './turn/next-member.ts'
import type { TurnAnswer } from './turn/turn.ts'

/** Returns the next steps, derived from the log alone. On each branch, open calls come before agents. */
export function nextStepsFromLog(program: Member, graph: Graph, session: Session): readonly NextStep[] {
  const { stop, why } = invocationOf(session)
  const steps = new Steps(program, graph, session)
  const progress = stop === null ? steps.progressOf(program, programConversation(session)) : null
  const { going, ended } = steps.background()
  const failure = progress?.failure ?? null
  const all = progress === null || failure !== null ? [] : [...progress.next, ...steps.abandoned()]
  if (all.length > 0) return [...all, ...going]
  const end =
    failure === null ? done(why, stop ?? undefined) : done(`${failure.who} failed: ${failure.why}`, 'failed')
  // A stopped run may have left calls open, whose results come before anything else.
  return [end, ...going, ...(hasOpenCalls(session, '') ? [] : ended)]
}

const done = (reason: string | null, outcome?: NextStep['outcome']): NextStep => ({
  kind: 'done',
  branch: '',
  ...(reason !== null && { reason }),
  ...(outcome && { outcome }),
})

/** Progress of a conversation: its next steps, or how it ended. */
interface Progress {
  readonly next: readonly NextStep[]
  /** Failure that ended the conversation. */
  readonly failure: FailureDue | null
  /** Last answer of the conversation; null if there is none. */
  readonly answer: TurnAnswer | null
}

/** Finder of a session's next steps in one conversation: the program's own, or that of an agent working as a tool. */
class Steps {
  private readonly program: Member
  private readonly graph: Graph
  private readonly session: Session
  /** Names of the conversations that have not ended. */
  private readonly going = new Set([''])

  constructor(program: Member, graph: Graph, session: Session) {
    this.program = program
    this.graph = graph
    this.session = session
  }

  progressOf(member: Member, of: WalkedConversation): Progress {
    const { graph, session } = this
    const walked = nextInConversation(member, graph, session, { ...of, withSteps: true })
    const { due, failed, from, answer } = walked
    const [first] = due
    if (first?.kind === 'failure') return { next: [], failure: first, answer }
    const responses = openCallsOf(graph, session, walked, of.conversation)
    const open = [
      ...responses.flatMap(each => this.calls(each, of, scopesOn(each.branch, due, of))),
      ...this.approvals(from, of.conversation, walked.abandoned),
    ]
    const [problem] = failed
    if (problem !== undefined) {
      const reason = `${placeOf(this.program, problem)} failed: ${problem.why}`
      return {
        next: [...open, { kind: 'wait', branch: '', reason, outcome: 'failed' }],
        failure: null,
        answer,
      }
    }
    const isBranchBlocked = (branch: string): boolean => open.some(step => isRelated(step.branch, branch))
    // The end of a group is recorded before the calls of its other members get results.
    const next = due
      .flatMap(each => this.stepsOf(each, of))
      .filter(({ kind, branch }) => kind === 'won' || !isBranchBlocked(branch))
    return { next: [...open, ...next], failure: null, answer }
  }

  /**
   * Returns steps that close the open calls of conversations that are over. Nobody waits for the results of these calls
   * any more.
   */
  abandoned(): readonly NextStep[] {
    return abandonedCalls(this.graph, this.session, this.going).flatMap(each =>
      stepsOfCalls(each, { working: [], finished: [] }),
    )
  }

  /**
   * Returns the steps of the agents that work in the background, and the reports of those that ended. Reports wait until
   * the program is done, so that none comes between a call and its result, or while a model answers.
   */
  background(): { readonly going: readonly NextStep[]; readonly ended: readonly NextStep[] } {
    const { session } = this
    const going: NextStep[] = []
    const ended: NextStep[] = []
    for (const call of session.units.runMarks.unreported) {
      const { seq, part } = parsePlace(call)
      const made = seq < session.length ? session.event(seq) : null
      const tool = made?.parts[part]
      // In a log from another source, a mark may name something else than a call of the program's own conversation.
      if (made === null || tool?.kind !== 'tool-call' || branchConversation(made.branch) !== '') continue
      const { branch, author } = made
      const progress = this.progressInBackground(call, author, tool.name)
      // An agent that had ended when it was cancelled keeps its answer.
      const hasEnded = typeof progress !== 'string' && progress.failure === null && progress.next.length === 0
      const state = (hasEnded ? null : whyCancelled(session, call)) ?? progress
      if (typeof state !== 'string' && state.failure === null && state.next.length > 0) {
        going.push(...state.next.map(step => ({ ...step, background: call })))
        continue
      }
      const failed = typeof state === 'string' ? state : state.failure?.why
      const value = typeof state === 'string' ? null : this.valueOf(state)
      const finished = [failed === undefined ? { call, value } : { call, failed }]
      ended.push({ kind: 'report', agent: author, branch, background: call, finished })
    }
    return { going, ended }
  }

  /** Returns the progress of an agent that works in the background, or the reason why it does not go on. */
  private progressInBackground(call: string, caller: string, tool: string): Progress | string {
    const { graph } = this
    const agent = agentOfTool(agentByAuthor(graph, caller)?.agent ?? nobody, tool)
    const conversation = callBranch(call)
    const begun = this.beginOf(conversation, Number.parseInt(call, 10))
    if (agent === null || begun === null) return 'the program has no such agent any more'
    this.going.add(conversation)
    const of = { isRun: true, closedBefore: 0, conversation, from: begun + 1 }
    return this.progressOf(graph.agents.get(agent.name)?.agent ?? agent, of)
  }

  private stepsOf(due: Due, { conversation, scopes: outer }: WalkedConversation): readonly NextStep[] {
    if (due.kind === 'failure') return []
    const scoped = withScopes(outer ?? due.scopes)
    if (due.kind === 'step') return [{ kind: 'step', branch: due.branch, step: due.step, ...scoped }]
    if (due.kind === 'tap')
      return [{ kind: 'tap', branch: due.branch, tap: due.tap, place: due.place, ...scoped }]
    if (due.kind === 'won')
      return [{ kind: 'won', branch: due.branch, place: due.place, member: due.member, ...scoped }]
    const { agent, item } = due
    const of = { kind: 'agent', agent: agent.name, branch: conversation || due.branch } as const
    if (item === undefined) return [{ ...of, ...scoped }]
    return [{ ...of, item, set: due.scopes.at(-1)?.set ?? {}, ...scoped }]
  }

  /**
   * Returns the steps for the open calls of a response, and the steps of the agents that answer some of these calls.
   */
  private calls(
    response: OpenResponse,
    of: WalkedConversation,
    scopes: readonly StateScope[],
  ): readonly NextStep[] {
    const inner: NextStep[] = []
    const finished: FinishedCall[] = []
    const working: string[] = []
    const own: OpenCall[] = []
    for (const each of response.calls) {
      const state = this.progressOfAnswer(response.agent, each, { ...of, scopes })
      if (state === null) own.push(each)
      else if (state.failure !== null) finished.push({ call: each.call, failed: state.failure.why })
      else if (state.next.length > 0) {
        working.push(each.call)
        inner.push(...state.next)
      } else finished.push({ call: each.call, value: this.valueOf(state) })
    }
    const worked: WorkedCalls = { working, finished }
    const scoped = withScopes(scopes)
    const steps = stepsOfCalls({ ...response, calls: own }, worked)
    return [...steps.map(step => ({ ...step, ...scoped })), ...inner]
  }

  /** Returns the progress of the agent that answers a call; null if no agent has begun to answer. */
  private progressOfAnswer(
    caller: string,
    { call, name, isWaiting, isCancelled }: OpenCall,
    of: WalkedConversation,
  ): Progress | null {
    if (isWaiting || isCancelled) return null
    const agent = agentOfTool(this.graph.agents.get(caller)?.agent ?? nobody, name)
    if (agent === null) return null
    const conversation = callBranch(call)
    const begun = this.beginOf(conversation, Number.parseInt(call, 10))
    if (begun === null) return null
    this.going.add(conversation)
    return this.progressOf(this.graph.agents.get(agent.name)?.agent ?? agent, {
      ...of,
      conversation,
      from: begun + 1,
    })
  }

  /** Returns the seq of the first event of a conversation after the event `call`; null if there is none. */
  private beginOf(conversation: string, call: number): number | null {
    const { rows } = this.session.units
    for (let unit = rows.firstFrom(call); unit < rows.length; unit++)
      if (branchConversation(rows.branchOf(unit)) === conversation && !rows.isRewound(unit))
        return rows.seqOf(unit)
    return null
  }

  private valueOf({ answer }: Progress) {
    return answerValue(this.session, this.graph, answer ?? undefined)
  }

  /** Returns steps that wait for approval of calls that a provider runs. */
  private approvals(from: number, conversation: string, abandoned: ReadonlySet<number>): readonly NextStep[] {
    const { graph, session } = this
    return openApprovals(session, from).flatMap(({ unit, place }): readonly NextStep[] => {
      const { rows } = session.units
      const branch = rows.branchOf(unit)
      const agent = agentByAuthor(graph, rows.authorOf(unit))?.agent.name
      if (agent === undefined || branchConversation(branch) !== conversation || abandoned.has(unit)) return []
      return [{ kind: 'wait', agent, branch, approvals: [place], reason: 'a call waits for approval' }]
    })
  }
}

const nobody = { name: '' }

/** Returns why the agent of a call in the background was cancelled, alone or with a run; null if it was not. */
function whyCancelled({ units: { runMarks } }: Session, call: string): string | null {
  const mark = runMarks
    .marksSince(parsePlace(call).seq)
    .find(({ run: { cancelled } }) => cancelled && (cancelled.calls?.includes(call) ?? true))
  const why = mark?.run.cancelled?.why
  return mark === undefined ? null : `it was cancelled${why === undefined ? '' : `: ${why}`}`
}

const withScopes = (scopes: readonly StateScope[]): Pick<NextStep, 'scopes'> =>
  scopes.length === 0 ? {} : { scopes }

/** Returns the state scopes of the agent that is next on a branch. */
function scopesOn(
  branch: string,
  due: readonly Due[],
  { scopes }: WalkedConversation,
): readonly StateScope[] {
  const own = due.find(each => each.kind === 'agent' && each.branch === branch)
  return scopes ?? (own?.kind === 'agent' ? own.scopes : [])
}
