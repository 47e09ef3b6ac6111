import type { Event } from '../../ir/event.ts'
import type { Units } from './units.ts'

/** Session in the form that a compile reads. */
export interface SessionView {
  /** Number of events. */
  readonly length: number
  readonly units: Units
  /** Returns the event at a position, from 0. */
  event(seq: number): Event
  /** Returns pointers to the fields of a caller's input that the event made from it does not include. */
  unreadAt(seq: number): readonly string[]
}
