import type { Versions } from '../report/machine.ts'
import type { Ran } from '../runner/ran.ts'
import type { Answers } from './answers.ts'
import type { Appended } from './appended.ts'

/** Figures of a run, with the load of the machine when it began. A text says why the run failed. */
export type Loaded<Figures> = (Figures & { readonly load: number }) | string

/** All measured figures, in the form of the file. */
export interface Results extends Versions {
  readonly measured: string
  /** Units of the journals, by name. */
  readonly units: Readonly<Record<string, string>>
  /** Runs by the number of conversations at once, and the journal. */
  readonly runs: Record<string, Loaded<Appended>[]>
  /** Steps of each agent, and the runs by the name of the runner. */
  readonly steps: number
  readonly agents: Record<string, Loaded<Ran>[]>
  /** Answers by the number of servers. */
  readonly servers: Record<string, (Answers & { readonly load: number })[]>
}
