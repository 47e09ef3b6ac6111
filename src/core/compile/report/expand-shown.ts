import { contentAt, type Expanded } from '../../context/operation/compact/expand.ts'
import { type Handle, readHandle } from '../../ir/handle.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { Unseen } from '../../session/unit/sight.ts'

/** Returns the content of a handle if the agent may see it. Content hidden from the agent is reported as missing. */
export function expandShown(session: SessionView, handle: string): Expanded {
  const place = readHandle(handle)
  return place === null || isShown(session, place) ? contentAt(session, handle) : nothingShown
}

/** Refusal of a handle. The text does not reveal whether hidden content exists. */
export const nothingShown: Expanded = { ok: false, message: 'nothing that was shown to you has this handle' }

/** Reasons for which a unit is hidden that the agent could see earlier. */
const moved: ReadonlySet<Unseen | null> = new Set([null, 'slid-out', 'over-clause'])

/** Whether the agent sees the content at a position, or saw it before the history moved on. */
function isShown(session: SessionView, place: Handle): boolean {
  const unit = place.seq < session.length ? session.units.rows.spans.unitWith(place) : null
  if (unit === null) return false
  const { units } = session
  const { rows } = units
  const at = rows.covers.placeOf(unit) ?? unit
  // A summary may have replaced content in order to hide it. So replaced content is not returned.
  if (rows.covers.unitShownAt(at) !== unit || rows.isHidden(at) || units.isForOthers(at)) return false
  return moved.has(units.whyUnseen(at))
}
