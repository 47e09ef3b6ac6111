import type { EventInput } from '../../ir/event.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { Setup } from '../contract/setup.ts'
import type { BesideSources } from '../contract/sources.ts'
import type { Fitted } from '../fit/fit-input.ts'
import { isRepeatable } from '../fit/placement.ts'

/**
 * Returns the event that records the context blocks at the end of a request, if the model binds its reasoning to what
 * precedes it. Later requests repeat them at this place.
 */
export function shownEvents(
  { agent, sight, bindsReasoning }: Setup,
  session: SessionView,
  { beside, windowed }: Fitted,
  { declared }: Pick<BesideSources, 'declared'>,
): readonly EventInput[] {
  const blocks = beside.pieces.flatMap(piece => {
    const { origin, from, text, trust } = piece
    const source = declared.find(one => one.origin === origin)?.id
    return source !== undefined && isRepeatable(session, piece) ? [{ source, from, text, trust }] : []
  })
  // A window pass of the program may drop or move any block.
  if (!bindsReasoning || blocks.length === 0 || windowed !== null) return []
  return [
    {
      ...{ author: 'developer', branch: sight.branch, visibility: 'internal' },
      actions: { shown: { agent: agent.name, blocks } },
    },
  ]
}
