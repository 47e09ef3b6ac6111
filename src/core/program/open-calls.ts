import { branchConversation } from '../ir/call-branch.ts'
import type { Session } from '../session/session.ts'
import { type CallState, callState } from './call-state.ts'
import type { Graph } from './graph.ts'
import { agentByAuthor } from './placed.ts'
import type { WhatIsDue } from './turn/due-types.ts'

/** A call without a result. */
export interface OpenCall extends CallState {
  /** Position of the call, as `seq.part`. */
  readonly call: string
  /** Name of the called tool. */
  readonly name: string
}

/** Calls without a result, all from one response. Of calls with one id, only the first is among them. */
export interface OpenResponse {
  readonly agent: string
  readonly branch: string
  readonly calls: readonly OpenCall[]
}

/** Returns the calls without a result that the agents of a conversation made. */
export const openCallsOf = (
  graph: Graph,
  session: Session,
  { abandoned, closedBefore }: Pick<WhatIsDue, 'abandoned' | 'closedBefore'>,
  conversation: string,
): readonly OpenResponse[] =>
  responsesIn(graph, session, {
    isIn: found => found === conversation,
    isClosed: (unit, seq) => seq < closedBefore || abandoned.has(unit),
  })

/** Returns the calls without a result in conversations that do not continue. All these calls are cancelled. */
export const abandonedCalls = (
  graph: Graph,
  session: Session,
  going: ReadonlySet<string>,
): readonly OpenResponse[] =>
  responsesIn(graph, session, { isIn: found => !going.has(found), isClosed: () => true })

/** Whether a conversation has calls without a result. */
export const hasOpenCalls = ({ units }: Session, conversation: string): boolean =>
  units
    .answerableUnits()
    .some(
      unit =>
        branchConversation(units.rows.branchOf(unit)) === conversation &&
        units.rows.callsOf(unit).some(index => units.rows.call(index).answer === null),
    )

/** Filters for open calls. */
interface Choice {
  readonly isIn: (conversation: string) => boolean
  /** Whether a call must not run any more. */
  readonly isClosed: (unit: number, seq: number) => boolean
}

function responsesIn(graph: Graph, session: Session, { isIn, isClosed }: Choice): readonly OpenResponse[] {
  const { rows } = session.units
  return session.units.answerableUnits().flatMap((unit): readonly OpenResponse[] => {
    const agent = agentByAuthor(graph, rows.authorOf(unit))?.agent.name
    const branch = rows.branchOf(unit)
    if (agent === undefined || !isIn(branchConversation(branch))) return []
    const open = rows.callsOf(unit).flatMap(index => {
      const { seq, part, answer, name } = rows.call(index)
      return answer === null ? [{ seq, part, name }] : []
    })
    const calls = withoutEqualIds(session, open).map(made =>
      openCall(session, made, isClosed(unit, made.seq)),
    )
    return [{ agent, branch, calls }]
  })
}

/** Position and name of a call. */
interface MadeCall {
  readonly seq: number
  readonly part: number
  readonly name: string
}

/**
 * Returns the open calls of a response without those whose id an earlier one of them has. Results of such calls are told
 * apart by their order alone, so a call is next once the one before it has its result.
 */
function withoutEqualIds(session: Session, calls: readonly MadeCall[]): readonly MadeCall[] {
  if (calls.length < 2) return calls
  const ids = new Set<unknown>()
  return calls.filter(({ seq, part }) => {
    const { id } = session.event(seq).parts[part] as { readonly id?: unknown }
    const isFirst = !ids.has(id)
    ids.add(id)
    return isFirst
  })
}

function openCall(session: Session, { seq, part, name }: MadeCall, isClosed: boolean): OpenCall {
  const call = `${seq}.${part}`
  const given = session.event(seq).parts[part] as { readonly pending?: unknown } | undefined
  const state = callState(session.units.runMarks.marksOfCall(call), given?.pending === true)
  return { call, name, ...state, ...(isClosed && { isWaiting: false, isCancelled: true }) }
}
