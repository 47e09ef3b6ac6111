import type { Event } from '../../core/ir/event.ts'
import { countingRewinds, rewindsIn, skippedBy } from '../../core/session/unit/rewinds.ts'

/** Returns an event of the runner that a page is shown as if it were in the log. */
export const developerEvent = (seq: number, actions: NonNullable<Event['actions']>): Event => ({
  ...{ seq, author: 'developer', branch: '', response: '', parts: [] },
  actions,
})

/**
 * Returns the events that were not rewound. A rewound result is kept if its call is kept, because the call's effects
 * have happened and the model's requests contain the result too.
 */
export function withoutRewoundEvents(events: readonly Event[]): readonly Event[] {
  const kept: Event[] = []
  const isSkipped = skippedBy(countingRewinds(rewindsIn(events)))
  for (const event of events) {
    if (isSkipped(event.seq)) continue
    const { rewind } = event.actions ?? {}
    if (rewind !== undefined) {
      const rewound = kept.splice(kept.findLastIndex(({ seq }) => seq < rewind.to) + 1)
      kept.push(...resultsOfKeptCalls(kept, rewound))
    }
    kept.push(event)
  }
  return kept
}

/** Returns the rewound tool results whose calls are still among the remaining events. */
function resultsOfKeptCalls(before: readonly Event[], rewound: readonly Event[]): readonly Event[] {
  if (!rewound.some(event => callIdsIn(event, 'tool-result').length > 0)) return []
  const open = new Set(before.flatMap(event => callIdsIn(event, 'tool-call')))
  return rewound.filter(event => {
    for (const id of callIdsIn(event, 'tool-call')) open.delete(id)
    const answered = callIdsIn(event, 'tool-result')
    return answered.length > 0 && answered.length === event.parts.length && answered.every(id => open.has(id))
  })
}

const callIdsIn = ({ branch, parts }: Event, kind: 'tool-call' | 'tool-result'): readonly string[] =>
  parts.flatMap(part => (part.kind === kind ? [`${branch}\n${part.id}`] : []))
