import type { Versions } from '../report/machine.ts'
import type { Measured } from './measure.ts'
import type { Peer } from './peer.ts'

/** Time and memory of a process with many sessions. */
export interface Sessions {
  readonly total: number
  /** Megabytes of heap before the first session, and at the most. */
  readonly before: number
  readonly peak: number
  /** Megabytes of the whole process at the most. */
  readonly rss: number
}

/** All measured figures, in the form of the file. */
export interface Results extends Versions {
  readonly measured: string
  readonly sizes: readonly number[]
  /** Storage of each runner's sessions. */
  readonly kept: Readonly<Record<string, Peer['keeps']>>
  /** Runs by the runner's name and the number of steps. */
  readonly runs: Record<string, Measured[]>
  /** Bytes of parts and state as JSON, by the number of steps. */
  readonly content: Record<string, number>
  /** Milliseconds from opening a session of 10,000 events to its first model call, by build. */
  readonly restart: Record<string, number>
  readonly many: Record<string, Sessions>
}
