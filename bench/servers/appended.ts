/** Figures of one process that added events to conversations. */
export interface Appended {
  /** Measured events. */
  readonly events: number
  readonly perSecond: number
  /** Milliseconds until an event is kept. */
  readonly p50: number
  readonly p99: number
  /** Milliseconds of processor time for an event, in this process and in its connections of the server. */
  readonly client: number
  readonly server: number
  /** Bytes of an event in the database, divided by those of its JSON. */
  readonly size: number
  /** Mean milliseconds of the first and the last thousand events of a conversation, or tenth of a shorter one. */
  readonly first: number
  readonly last: number
}
