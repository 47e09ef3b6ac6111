import type { Session } from '../session/session.ts'
import { digest } from '../text/digest.ts'
import type { History } from './history.ts'
import { type Decision, type DecisionKind, decisionOrder, type Fingerprint, type Plan } from './plan.ts'
import type { Earlier } from './read-plan.ts'

/** What holds now, and what of it was not decided before. */
export interface Decided {
  readonly plan: Plan
  readonly fresh: readonly Decision[]
}

/** What a chosen history amounts to, beside what was decided before. */
export function decide(
  session: Session,
  history: History,
  fingerprint: Fingerprint,
  earlier: Earlier | null,
): Decided {
  const { rows } = session.units
  const held = new Map(earlier?.decisions.map(decision => [decision.kind, decision]))
  const decisions: Decision[] = []
  const fresh: Decision[] = []
  const hold = (kind: DecisionKind, why: string, units: readonly string[], hash: string): void => {
    const known = held.get(kind)
    const same = known?.hash === hash && known.units.join() === units.join()
    const decision = same ? known : { kind, at: session.length, why, units, hash }
    decisions.push(decision)
    if (!same) fresh.push(decision)
  }
  const changed = held.get('config-change')
  if (earlier?.changed) hold('config-change', earlier.changed, [], String(session.length))
  else if (changed) decisions.push(changed)
  if (history.stubs.names.length > 0) hold('tools', 'called', [], stubsHash(history))
  else if (held.has('tools'))
    fresh.push({ kind: 'tools', at: session.length, why: 'none', units: [], hash: '' })
  const { floor, start } = history
  if (floor !== null) {
    const moved = [...history.before].filter(ordinal => ordinal < floor)
    hold(
      'compact',
      'provider',
      [floor, ...moved].map(ordinal => rows.idOf(ordinal)),
      rows.markOf(floor),
    )
  }
  if (start > (floor ?? 0)) hold('trim', 'high-water', [rows.idOf(start)], rows.markOf(start))
  const { reasoning } = history
  const thought = held.get('reasoning')
  if (thought && reasoning === earlier?.reasoning) decisions.push(thought)
  else if (reasoning > (earlier?.reasoning ?? 0) && fresh.length === 0)
    hold('reasoning', 'edited', [], String(reasoning))
  decisions.sort((left, right) => decisionOrder.indexOf(left.kind) - decisionOrder.indexOf(right.kind))
  const { spans } = rows
  const head = { events: session.length, hash: spans.markAt(spans.length) }
  return { plan: { version: 1, fingerprint, head, decisions, reasoning }, fresh }
}

const stubsHash = ({ stubs }: History): string => digest(stubs.names.join('\n')).slice(0, 12)

/** Whether the tools that had to be declared are others than before: they stand before everything. */
export const changesStubs = (history: History, earlier: Earlier): boolean => {
  const known = earlier.decisions.find(({ kind }) => kind === 'tools')
  return history.stubs.names.length === 0 ? known !== undefined : known?.hash !== stubsHash(history)
}
