import type { Script } from './work.ts'

/** One run of an agent. */
export interface Job {
  readonly script: Script
  /** Folder for files; empty at the start. */
  readonly folder: string
  /** Address of an empty Postgres database; empty if the peer does not use one. */
  readonly database: string
}

/** Way of running an agent. */
export interface Peer {
  readonly name: string
  /** Storage of the session after a run. */
  readonly keeps: 'nothing' | 'memory' | 'disk' | 'postgres'
  /** Number of steps beyond which it is not measured: the others are not asked for more either. */
  readonly mostSteps: number
  /** Name of the peer that a process runs, if this one measures it with another build; and the checkout of that build. */
  readonly beside?: { readonly name: string; readonly folder: string }
  /** Imports what it needs, outside of the time that is measured; rejects if it is not installed. */
  prepare(job: Job): Promise<Ready>
}

/** A run that can begin. */
export interface Ready {
  /** Runs the agent until its answer, and returns that. */
  run(): Promise<string>
  /** Closes what the run had open. */
  close?(): Promise<void> | void
}
