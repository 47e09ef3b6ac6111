import type { Event } from '../../ir/event.ts'
import type { Units } from './units.ts'

/** A session as a compile reads it. */
export interface SessionView {
  /** Number of events. */
  readonly length: number
  readonly units: Units
  /** The event at a place, from 0. */
  event(seq: number): Event
  /** Places in the input of what an event was given and does not hold. */
  unreadAt(seq: number): readonly string[]
}
