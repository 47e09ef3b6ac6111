import { expandToolName } from '../agent/tool-facts.ts'
import { PolicySelection } from '../context/selection/selection.ts'
import type { Session } from '../session/session.ts'
import { UnitView } from '../session/view/view.ts'
import type { Resolved } from './resolve/resolve.ts'

/**
 * Returns a function that decides whether an agent sees an event of a session. The agent sees an event if its view and
 * its policy include the event's conversation unit, even if the budget drops the unit later.
 */
export function eventVisibility(
  session: Session,
  { agent, sight }: Pick<Resolved, 'agent' | 'sight'>,
  now: number | null,
): (seq: number) => boolean {
  let isHidden: ((unit: number) => boolean) | null = null
  const hiddenUnitsTest = (): ((unit: number) => boolean) => {
    const view = new UnitView(session.units, sight)
    if (sight.policy === undefined) return unit => view.isHidden(unit)
    const selection = new PolicySelection(view, sight.policy, { places: 0 }, expandToolName(agent.tools))
    selection.setTime(now)
    selection.readNewUnits(seq => session.event(seq))
    return unit => selection.isHidden(unit)
  }
  const { spans } = session.units.rows
  return seq => {
    isHidden ??= hiddenUnitsTest()
    return !isHidden(spans.unitAt(seq))
  }
}
