import type { StateDelta } from '../../ir/event.ts'
import { scopeOfKey } from '../../ir/scope.ts'
import type { EventFlags } from './sink.ts'

/** Facts about one event that affect the state. */
export interface StateEvent {
  readonly seq: number
  readonly author: string
  readonly branch: string
  /** Ordinal of the unit that contains the event's text; -1 if the event has no text. */
  readonly unit: number
  /** Whether the event starts an invocation, which ends all `temp:` keys. */
  readonly opens: boolean
}

/** Change that one event makes to the state. */
export interface StateEntry extends StateEvent {
  readonly delta: StateDelta | null
  /** Seq of the first event that this event rewinds; null if it rewinds none. */
  readonly rewindTo: number | null
}

/** Whether a key is deleted at the end of its invocation (`temp:`). */
export const isTemporary = (key: string): boolean => scopeOfKey(key) === 'temp'

/** Whether a key outlives the session, so that a rewind does not undo it. */
export const isSharedKey = (key: string): boolean => ['app', 'user'].includes(scopeOfKey(key) ?? '')

/**
 * Events that changed the state, in order. Code that follows the state reads only this log, so no other event objects
 * are created.
 */
export class StateLog {
  readonly entries: StateEntry[] = []
  private hasTemporary = false

  /** Records the change that an event makes to the state. An event that leaves the state unchanged gets no entry. */
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
