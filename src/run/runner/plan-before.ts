import type { Plan } from '../../core/ir/plan.ts'
import type { Session } from '../../core/session/session.ts'

/** Returns the plan of an agent's last request on a branch; null if there is none, or if it was rewound. */
export function planBefore(session: Session, agent: string, branch: string): Plan | null {
  const { all } = session.units.runMarks
  for (let index = all.length - 1; index >= 0; index--) {
    const { seq, run } = all[index] as (typeof all)[number]
    if (run.answered === undefined) continue
    const event = session.event(seq)
    if (event.author === agent && event.branch === branch && event.actions?.plan) return event.actions.plan
  }
  return null
}
