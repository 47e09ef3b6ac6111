import type { Io } from './io.ts'

/** Performs a command and keeps its exit code. */
export type Perform = (command: (io: Io) => number | Promise<number>) => Promise<void>
