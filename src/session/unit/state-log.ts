import type { StateDelta } from '../../ir/event.ts'
import { scopeOf } from '../../ir/scope.ts'
import type { EventFlags } from './sink.ts'

/** One event, as far as the state is concerned. */
export interface StateEvent {
  readonly seq: number
  readonly author: string
  /** Ordinal of the unit that holds the event's own words; -1 for an event without any. */
  readonly unit: number
  /** Whether it opens an invocation, which ends all `temp:` keys. */
  readonly opens: boolean
}

/** Change that one event made to the state. */
export interface StateEntry extends StateEvent {
  readonly delta: StateDelta | null
  /** Seq of the first event that it takes back; null where it takes back none. */
  readonly rewindTo: number | null
}

/** Whether a key ends with the invocation. */
export const isTemporary = (key: string): boolean => scopeOf(key) === 'temp'

/** Whether a key belongs to more than the session: taking events back does not undo it. */
export const isSharedKey = (key: string): boolean => ['app', 'user'].includes(scopeOf(key) ?? '')

/** Events that changed the state, in order: a fold over them never has to make the events in between. */
export class StateLog {
  readonly entries: StateEntry[] = []
  private hasTemporary = false

  /** Notes what an event did; an event that leaves the state alone gets no entry. */
  add(event: StateEvent, marks: EventFlags | undefined): void {
    const delta = marks?.state ?? null
    const to = marks?.rewind?.to
    const rewindTo = to !== undefined && to < event.seq ? to : null
    const ends = event.opens && this.hasTemporary
    if (delta === null && rewindTo === null && !ends) return
    this.entries.push({ ...event, delta, rewindTo })
    this.hasTemporary ||= Object.keys(delta?.set ?? {}).some(isTemporary)
  }
}
