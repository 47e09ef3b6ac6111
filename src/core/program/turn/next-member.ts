import type { Session } from '../../session/session.ts'
import type { Graph } from '../graph.ts'
import { isAgent, type Member } from '../member.ts'
import type { WhatIsDue } from './due-types.ts'
import { nextTurn, type Turn } from './turn.ts'
import { TurnCursor } from './turn-cursor.ts'
import { invocationTurn } from './turn-log.ts'
import { TurnWalk, type WalkOptions } from './walk-turn.ts'

/** Returns all steps that are next in a conversation. */
export function nextInConversation(
  program: Member,
  graph: Graph,
  session: Session,
  options: WalkOptions,
): WhatIsDue {
  const { conversation } = options
  let { closedBefore } = options
  let turn: Turn = invocationTurn(graph, session, options)
  const taken = new Set<number>()
  for (;;) {
    const cursor = new TurnCursor(turn, taken)
    const walk = new TurnWalk({ program, graph, session, cursor, options })
    const due = isAgent(program)
      ? walk.answerOfTree(program, { from: turn.from, conversation })
      : walk.due(program)
    const isFailed = due[0]?.kind === 'failure'
    // A message that came too late to be answered in this turn begins a new turn.
    const next = due.length === 0 || isFailed ? nextTurn(turn, session, walk.cursor.found) : null
    if (next === null) {
      const groundless = [...walk.groundless].map(([of, why]) => ({ member: of, why }))
      const { failed, last, abandoned } = walk
      const answer = walk.cursor.found.findLast(each => each.kind === 'answer') ?? null
      return { due, failed, groundless, last, answer, from: turn.from, abandoned, closedBefore }
    }
    if (isFailed) closedBefore = Math.max(closedBefore, next.from)
    turn = next
  }
}
