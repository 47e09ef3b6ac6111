import type { JsonObject } from '../ir/json.ts'
import type { RunDecision } from '../ir/run-action.ts'
import type { Session } from '../session/session.ts'
import { isRelated } from '../session/view/branch.ts'
import type { StateStep } from '../state/step.ts'
import type { Due } from './due-types.ts'
import type { Graph } from './graph.ts'
import { invocationOf, type Stop } from './invocation.ts'
import type { Member, Tap } from './member.ts'
import { whatIsDue } from './next-member.ts'
import { openApprovals } from './open-approvals.ts'
import { type OpenCall, type OpenResponse, openCalls } from './open-calls.ts'
import { placeOf } from './path-of.ts'
import { placedBy } from './placed.ts'

/** One thing to do next in a session. */
export interface NextStep {
  /**
   * `agent`: call the agent's model, also to continue a turn that its provider paused. `tools`: run `calls`, and
   * append a result for each, as well as for each denied or cancelled call. `step`: apply it with `applyStep`. `tap`:
   * call `tap.look`; only in a session that a runner runs. `wait`: nothing can be done until somebody else acts.
   * `done`: nothing is next until the user speaks.
   */
  readonly kind: 'agent' | 'tools' | 'step' | 'tap' | 'wait' | 'done'
  /** Branch of the step; '' for the trunk. */
  readonly branch: string
  /** The agent that is next, or that made the calls. */
  readonly agent?: string
  /** For an agent inside `mapOver`: index of its item in the list. */
  readonly item?: number
  /** For an agent inside `mapOver`: state to set before the agent is called. */
  readonly set?: JsonObject
  readonly step?: StateStep
  readonly tap?: Tap
  /** Place of the tap in the program. */
  readonly place?: string
  /** Calls to run or to wait for, each as `seq.part`. */
  readonly calls?: readonly string[]
  /** Calls in `calls` that began to run earlier without leaving a result; they may have had their effect. */
  readonly begun?: readonly string[]
  /**
   * Decisions on calls. An approved call is in `calls`: run it if the digest matches and the decision has not
   * expired. A denied call is not: append a result that reports the denial.
   */
  readonly decided?: readonly RunDecision[]
  /** Calls that are no longer run: append a result that reports the cancellation. */
  readonly cancelled?: readonly string[]
  /** Time in milliseconds at which the first of the waiting calls stops waiting. */
  readonly until?: number
  /** Reason that nothing can be done now, or that the run is over. */
  readonly reason?: string
  /**
   * For `done`: how the run was stopped, or that an agent failed; omitted if nothing is left to do. For `wait`: `failed`
   * if a condition failed, so that nobody can decide who is next.
   */
  readonly outcome?: Stop | 'failed'
}

/** Returns the next steps, from the log alone. Open calls come before the agents on their branches. */
export function nextIn(program: Member, graph: Graph, session: Session): readonly NextStep[] {
  const { stop, why } = invocationOf(session)
  if (stop !== null) return [done(why, stop)]
  const walked = whatIsDue(program, graph, session, true)
  const { due, failed, from } = walked
  const [first] = due
  if (first?.kind === 'failure') return [done(`'${first.agent}' failed: ${first.why}`, 'failed')]
  const calls = openCalls(graph, session, walked).flatMap(each => [...toolsStep(each), ...waitStep(each)])
  const open = [...calls, ...approvalSteps(graph, session, from)]
  const [problem] = failed
  if (problem !== undefined)
    return [
      ...open,
      {
        kind: 'wait',
        branch: '',
        reason: `${placeOf(program, problem)} failed: ${problem.why}`,
        outcome: 'failed',
      },
    ]
  const isHeld = (branch: string): boolean => open.some(step => isRelated(step.branch, branch))
  const next = due.flatMap(each => stepsOf(graph, each)).filter(({ branch }) => !isHeld(branch))
  const all = [...open, ...next]
  return all.length > 0 ? all : [done(null)]
}

const done = (reason: string | null, outcome?: NextStep['outcome']): NextStep => ({
  kind: 'done',
  branch: '',
  ...(reason !== null && { reason }),
  ...(outcome && { outcome }),
})

function stepsOf(graph: Graph, due: Due): readonly NextStep[] {
  if (due.kind === 'failure') return []
  if (due.kind === 'step') return [{ kind: 'step', branch: '', step: due.step }]
  if (due.kind === 'tap') return [{ kind: 'tap', branch: '', tap: due.tap, place: due.place }]
  const { agent, item, set = {} } = due
  const branch = graph.agents.get(agent.name)?.branch ?? ''
  if (item === undefined) return [{ kind: 'agent', agent: agent.name, branch }]
  return [{ kind: 'agent', agent: agent.name, branch: `${branch}.${item}`, item, set }]
}

/** Returns a step with the calls to run, and with denied and cancelled calls, which lack only a result. */
function toolsStep({ calls, ...of }: OpenResponse): readonly NextStep[] {
  const settled = calls.filter(({ isWaiting }) => !isWaiting)
  if (settled.length === 0) return []
  const cancelled = namesOf(settled.filter(({ isCancelled }) => isCancelled))
  const rest = settled.filter(({ isCancelled }) => !isCancelled)
  const toRun = rest.filter(({ decision }) => decision?.approved !== false)
  const begun = namesOf(toRun.filter(({ isBegun }) => isBegun))
  const decided = rest.flatMap(({ decision }) => (decision === undefined ? [] : [decision]))
  return [
    {
      kind: 'tools',
      ...of,
      calls: namesOf(toRun),
      ...(begun.length > 0 && { begun }),
      ...(decided.length > 0 && { decided }),
      ...(cancelled.length > 0 && { cancelled }),
    },
  ]
}

function waitStep({ calls, ...of }: OpenResponse): readonly NextStep[] {
  const waiting = calls.filter(({ isWaiting }) => isWaiting)
  if (waiting.length === 0) return []
  const times = waiting.flatMap(({ until }) => (until === undefined ? [] : [until]))
  const until = times.reduce((left, right) => Math.min(left, right), Number.POSITIVE_INFINITY)
  const reason = 'calls wait for a result'
  return [{ kind: 'wait', ...of, calls: namesOf(waiting), ...(times.length > 0 && { until }), reason }]
}

/** Returns steps that wait for approval of calls that a provider runs. */
const approvalSteps = (graph: Graph, session: Session, from: number): readonly NextStep[] =>
  openApprovals(session, from).flatMap((unit): readonly NextStep[] => {
    const { rows } = session.units
    const agent = placedBy(graph, rows.authorOf(unit))?.agent.name
    const reason = 'a call waits for approval'
    return agent === undefined ? [] : [{ kind: 'wait', agent, branch: rows.branchOf(unit), reason }]
  })

const namesOf = (calls: readonly OpenCall[]): readonly string[] => calls.map(({ call }) => call)
