import type { Event, EventInput } from '../../core/ir/event.ts'
import type { Declaration } from '../../core/program/read-program.ts'
import type { Compilers } from './compilers.ts'
import type { LiveSession } from './live-session.ts'
import type { RunEvent } from './run-event.ts'
import type { RunnerSettings } from './settings.ts'
import type { Shown } from './shown.ts'

/** Objects that all tasks of one session use. */
export interface TurnContext {
  readonly live: LiveSession
  readonly compilers: Compilers
  readonly program: Declaration
  readonly settings: RunnerSettings
  /** Removes protected values from everything that leaves the runner. */
  readonly shown: Shown
  /** Sends a report that is not stored to the session's followers. */
  readonly report: (event: RunEvent) => void
}

/** Returns an event that contains only a mark of the runner. */
export const runnerMark = (run: NonNullable<Event['actions']>['run'] & object): EventInput => ({
  author: 'developer',
  parts: [],
  actions: { run },
})
