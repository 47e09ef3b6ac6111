import type { Session } from '../session/session.ts'
import { type CallState, callState } from './call-state.ts'
import type { WhatIsDue } from './due-types.ts'
import type { Graph } from './graph.ts'
import { placedBy } from './placed.ts'

/** A call without a result. */
export interface OpenCall extends CallState {
  /** Place of the call, as `seq.part`. */
  readonly call: string
}

/** Calls of one response without a result. */
export interface OpenResponse {
  readonly agent: string
  readonly branch: string
  readonly calls: readonly OpenCall[]
}

/** Returns the calls of the program's agents that have no result. */
export function openCalls(
  graph: Graph,
  session: Session,
  { abandoned, closedBefore }: Pick<WhatIsDue, 'abandoned' | 'closedBefore'>,
): readonly OpenResponse[] {
  const { rows } = session.units
  return session.units.answerableUnits().flatMap((unit): readonly OpenResponse[] => {
    const agent = placedBy(graph, rows.authorOf(unit))?.agent.name
    if (agent === undefined) return []
    const open = rows.callsOf(unit).flatMap(index => {
      const { seq, part, answer } = rows.call(index)
      const isClosed = seq < closedBefore || abandoned.has(unit)
      return answer === null ? [openCall(session, seq, part, isClosed)] : []
    })
    return [{ agent, branch: rows.branchOf(unit), calls: open }]
  })
}

function openCall(session: Session, seq: number, part: number, isClosed: boolean): OpenCall {
  const call = `${seq}.${part}`
  const given = session.event(seq).parts[part] as { readonly pending?: unknown } | undefined
  const state = callState(session.units.runMarks.of(call), given?.pending === true)
  return { call, ...state, ...(isClosed && { isWaiting: false, isCancelled: true }) }
}
