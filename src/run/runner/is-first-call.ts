import { endsTurn } from '../../core/program/turn/ends-turn.ts'
import { invocationOf } from '../../core/program/turn/invocation.ts'
import type { Session } from '../../core/session/session.ts'

/**
 * Whether an agent's next model call is the first of its turn. It is, if the branch's last answer had no calls or came
 * from another agent.
 */
export function isFirstCall(session: Session, agent: string, branch: string): boolean {
  const { rows } = session.units
  const { from } = invocationOf(session)
  for (let unit = rows.length - 1; unit >= 0 && rows.seqOf(unit) >= from; unit--) {
    if (rows.isRewound(unit) || rows.ownKindOf(unit) !== 'model' || rows.branchOf(unit) !== branch) continue
    return rows.authorOf(unit) !== agent || endsTurn(session, unit)
  }
  return true
}
