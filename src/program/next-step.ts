import type { Session } from '../session/session.ts'
import { isRelated } from '../session/view/branch.ts'
import type { StateStep } from '../state/step.ts'
import type { Due } from './due-types.ts'
import type { Graph } from './graph.ts'
import type { Member } from './member.ts'
import { whatIsDue } from './next-member.ts'
import { openApprovals } from './open-approvals.ts'
import { placeOf } from './path-of.ts'
import { placedBy } from './placed.ts'

/** One thing that is next in a session. */
export interface NextStep {
  /**
   * `agent`: call its model, also to go on with a turn that its provider paused. `tools`: run these calls, and append their results. `step`: append what `applyStep` makes of
   * it. `wait`: nothing can be done before somebody else acts. `done`: nothing is next until the user speaks.
   */
  readonly kind: 'agent' | 'tools' | 'step' | 'wait' | 'done'
  /** The branch that it belongs on; '' for the trunk. */
  readonly branch: string
  /** The agent that is next, or whose calls these are. */
  readonly agent?: string
  /** For an agent inside `mapOver`: the place of its item in the list. */
  readonly item?: number
  readonly step?: StateStep
  /** Places of calls, each as `seq.part`. */
  readonly calls?: readonly string[]
  /** Why nothing can be done now. */
  readonly reason?: string
}

/** Returns the next steps, from the log alone: open calls come before the agents on their branches. */
export function nextIn(program: Member, graph: Graph, session: Session): readonly NextStep[] {
  const open = [...openCalls(graph, session), ...approvalsIn(graph, session)]
  const { due, failed } = whatIsDue(program, graph, session, true)
  const [problem] = failed
  if (problem !== undefined)
    return [
      ...open,
      { kind: 'wait', branch: '', reason: `${placeOf(program, problem)} failed: ${problem.why}` },
    ]
  const isHeld = (branch: string): boolean => open.some(step => isRelated(step.branch, branch))
  const next = due.map(each => stepOf(graph, each)).filter(({ branch }) => !isHeld(branch))
  const all = [...open, ...next]
  return all.length > 0 ? all : [{ kind: 'done', branch: '' }]
}

function stepOf(graph: Graph, due: Due): NextStep {
  if (due.kind === 'step') return { kind: 'step', branch: '', step: due.step }
  const { agent, item } = due
  const branch = graph.agents.get(agent.name)?.branch ?? ''
  if (item === undefined) return { kind: 'agent', agent: agent.name, branch }
  return { kind: 'agent', agent: agent.name, branch: `${branch}.${item}`, item }
}

/** Calls without a result, of the program's agents: those to run, and those that wait for somebody. */
function openCalls(graph: Graph, session: Session): NextStep[] {
  const { units } = session
  const { rows } = units
  return units.answerableUnits().flatMap((unit): NextStep[] => {
    const agent = placedBy(graph, rows.authorOf(unit))?.agent.name
    if (agent === undefined) return []
    const places = rows.callsOf(unit).map(index => rows.call(index))
    const open = places.filter(({ answer }) => answer === null)
    const isWaiting = ({ seq, part }: { readonly seq: number; readonly part: number }): boolean => {
      const call = session.event(seq).parts[part] as { readonly pending?: unknown } | undefined
      return units.waits.has(`${seq}.${part}`) || call?.pending === true
    }
    const branch = rows.branchOf(unit)
    const named = (waits: boolean): string[] =>
      open.filter(call => isWaiting(call) === waits).map(({ seq, part }) => `${seq}.${part}`)
    const [waiting, free] = [named(true), named(false)]
    return [
      ...(free.length > 0 ? [{ kind: 'tools', agent, branch, calls: free } as const] : []),
      ...(waiting.length > 0
        ? [{ kind: 'wait', agent, branch, calls: waiting, reason: 'calls wait for a result' } as const]
        : []),
    ]
  })
}

/** Calls of the program's agents that a provider runs once somebody has approved them. */
const approvalsIn = (graph: Graph, session: Session): NextStep[] =>
  openApprovals(session).flatMap((unit): NextStep[] => {
    const { rows } = session.units
    const agent = placedBy(graph, rows.authorOf(unit))?.agent.name
    const reason = 'a call waits for approval'
    return agent === undefined ? [] : [{ kind: 'wait', agent, branch: rows.branchOf(unit), reason }]
  })
