import type { Event } from '../ir/event.ts'

/**
 * Returns the events that were not rewound. A result stays with its call: what the call did has happened, and requests have
 * the result too.
 */
export function notRewound(events: readonly Event[]): readonly Event[] {
  let kept: Event[] = []
  for (const event of events) {
    const { rewind } = event.actions ?? {}
    if (rewind !== undefined) {
      const from = kept.findIndex(({ seq }) => seq >= rewind.to)
      if (from >= 0) kept = [...kept.slice(0, from), ...staying(kept.slice(0, from), kept.slice(from))]
    }
    kept.push(event)
  }
  return kept
}

/** Returns the results among rewound events that answer calls of the events before. */
function staying(before: readonly Event[], rewound: readonly Event[]): readonly Event[] {
  const open = new Set(before.flatMap(event => idsOf(event, 'tool-call')))
  return rewound.filter(event => {
    for (const id of idsOf(event, 'tool-call')) open.delete(id)
    const answered = idsOf(event, 'tool-result')
    return answered.length > 0 && answered.length === event.parts.length && answered.every(id => open.has(id))
  })
}

const idsOf = ({ branch, parts }: Event, kind: 'tool-call' | 'tool-result'): readonly string[] =>
  parts.flatMap(part => (part.kind === kind ? [`${branch}\n${part.id}`] : []))
