import type { Event } from '../../ir/event.ts'
import type { Units } from './units.ts'

/** A session as a compile sees it. */
export interface SessionView {
  /** Number of events. */
  readonly length: number
  readonly units: Units
  /** Returns the event at a place, from 0. */
  event(seq: number): Event
  /** Returns the places of input fields that an event does not hold. */
  unreadAt(seq: number): readonly string[]
}
