import { eitherSpelling, number, object, type Raw, string } from '../read.ts'
import { compactionOf } from './event.ts'

const invocationOf = (event: Raw): string => string(eitherSpelling(event, 'invocationId'))

/** A place that an invocation began at. */
interface Begun {
  readonly name: string
  readonly place: number
}

/** Events so far that were not taken back: each event and each invocation is taken back once. */
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

  /** Takes back everything since an invocation began; nothing where it is not known. */
  rewind(name: string): void {
    const from = this.first.get(name)
    if (from === undefined) return
    while ((this.places.at(-1) ?? -1) >= from) this.hidden.add(this.places.pop() as number)
    while ((this.begun.at(-1)?.place ?? -1) >= from) this.first.delete((this.begun.pop() as Begun).name)
  }
}

/**
 * Places of the events that a reader passes over: what was rewound, back to the first event of the named invocation, and
 * summaries of events that are all here, since the budget decides what of those goes along.
 */
export function hiddenEvents(values: readonly unknown[]): ReadonlySet<number> {
  const shown = new Shown()
  const events = values.map(object)
  const oldest = number(events.find(event => number(event.timestamp) !== undefined)?.timestamp)
  for (const [place, event] of events.entries()) {
    const actions = object(event.actions)
    const rewound = string(eitherSpelling(actions, 'rewindBeforeInvocationId'))
    const start = number(eitherSpelling(object(eitherSpelling(actions, 'compaction')), 'startTimestamp'))
    const isWhole = start !== undefined && oldest !== undefined && oldest <= start
    if (rewound !== '') {
      shown.rewind(rewound)
      shown.hidden.add(place)
    } else {
      shown.add(place, invocationOf(event))
      if (isWhole && compactionOf(event).length > 0) shown.hidden.add(place)
    }
  }
  return shown.hidden
}
