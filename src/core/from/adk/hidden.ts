import { eitherSpelling, finiteNumber, objectOr, type Raw, stringOr } from '../read.ts'
import { compactionOf } from './event.ts'

const invocationOf = (event: Raw): string => stringOr(eitherSpelling(event, 'invocationId'))

/** Name of an invocation (one run of the agent), and the place of the invocation's first event. */
interface Begun {
  readonly name: string
  readonly place: number
}

/** Events read so far that no rewind has hidden. Each event and each invocation is hidden at most once. */
class Shown {
  readonly hidden = new Set<number>()
  private readonly places: number[] = []
  private readonly begun: Begun[] = []
  private readonly first = new Map<string, number>()

  add(place: number, name: string): void {
    this.places.push(place)
    if (name === '' || this.first.has(name)) return
    this.first.set(name, place)
    this.begun.push({ name, place })
  }

  /** Hides all events from the start of an invocation on; does nothing for an unknown invocation. */
  hideSince(name: string): void {
    const from = this.first.get(name)
    if (from === undefined) return
    while ((this.places.at(-1) ?? -1) >= from) this.hidden.add(this.places.pop() as number)
    while ((this.begun.at(-1)?.place ?? -1) >= from) this.first.delete((this.begun.pop() as Begun).name)
  }
}

/**
 * Returns the places of events that the importer skips. A rewind hides itself and all events since the named invocation
 * began. A summary is skipped if the session has all events that the summary replaces, because the token budget then
 * decides which of these events are sent.
 */
export function hiddenEvents(values: readonly unknown[]): ReadonlySet<number> {
  const shown = new Shown()
  const events = values.map(objectOr)
  const oldest = finiteNumber(events.find(event => finiteNumber(event.timestamp) !== undefined)?.timestamp)
  for (const [place, event] of events.entries()) {
    const actions = objectOr(event.actions)
    const rewound = stringOr(eitherSpelling(actions, 'rewindBeforeInvocationId'))
    const start = finiteNumber(
      eitherSpelling(objectOr(eitherSpelling(actions, 'compaction')), 'startTimestamp'),
    )
    const isWhole = start !== undefined && oldest !== undefined && oldest <= start
    if (rewound !== '') {
      shown.hideSince(rewound)
      shown.hidden.add(place)
    } else {
      shown.add(place, invocationOf(event))
      if (isWhole && compactionOf(event).length > 0) shown.hidden.add(place)
    }
  }
  return shown.hidden
}
