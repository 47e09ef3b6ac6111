import type { Agent } from '../agent/agent.ts'
import type { StateDelta } from '../ir/event.ts'
import type { Session } from '../session/session.ts'
import type { StateStep } from '../state/step.ts'
import { isGroup, type Member, membersOf } from './member.ts'
import { type Agents, placedBy } from './placed.ts'
import { makersOf } from './step-event.ts'

/** Event of a turn that a program looks at: an agent of a tree answered, or a step ran. */
export type Happened =
  | { readonly kind: 'answer'; readonly seq: number; readonly unit: number; readonly root: Agent }
  | { readonly kind: 'step'; readonly seq: number; readonly delta: StateDelta }

/** Returns the events since the user last spoke, oldest first, without those that were rewound. */
export function turnOf(program: Member, graph: Agents, session: Session): Happened[] {
  const { rows } = session.units
  const answers: Happened[] = []
  let unit = rows.length - 1
  for (; unit >= 0; unit--) {
    if (rows.isRewound(unit)) continue
    const kind = rows.ownKindOf(unit)
    if (kind === 'user') break
    const root = kind === 'model' ? placedBy(graph, rows.authorOf(unit))?.root : undefined
    if (root) answers.push({ kind: 'answer', seq: rows.seqOf(unit), unit, root })
  }
  const steps = stepsOf(program)
  const ran = steps.length === 0 ? [] : stepsSince(unit < 0 ? 0 : rows.seqOf(unit) + 1, steps, session)
  answers.reverse()
  return ran.length === 0 ? answers : [...answers, ...ran].sort((left, right) => left.seq - right.seq)
}

/** The events without words that may be a step's: the app may change the state by itself too. */
function stepsSince(from: number, steps: readonly StateStep[], session: Session): Happened[] {
  const { spans, rewinds } = session.units.rows
  const ran: Happened[] = []
  const makers = makersOf(steps)
  let span = spans.length - 1
  for (let seq = session.length - 1; seq >= from; seq--) {
    while (span >= 0 && spans.seqOf(span) > seq) span--
    const isSilent = span < 0 || spans.seqOf(span) < seq
    // Events are made on demand, so a long turn makes only those that may count.
    if (!isSilent && rewinds.length === 0) continue
    const { author, actions } = session.event(seq)
    const delta = actions?.state
    if (isSilent && author === 'developer' && delta && makers(delta).length > 0)
      ran.push({ kind: 'step', seq, delta })
    if (actions?.rewind) seq = Math.min(seq, actions.rewind.to)
  }
  return ran
}

/** The steps of a program. */
export function stepsOf(member: Member): StateStep[] {
  if (isGroup(member)) return membersOf(member).flatMap(stepsOf)
  return 'kind' in member && member.kind === 'state' ? [member] : []
}
