import type { Event, EventInput } from '../../core/ir/event.ts'
import type { Declaration } from '../../core/program/read-program.ts'
import type { Compilers } from './compilers.ts'
import type { LiveSession } from './live-session.ts'
import type { RunEvent } from './run-event.ts'
import type { RunnerSettings } from './settings.ts'
import type { Shown } from './shown.ts'

/** Dependencies of the tasks of one session. */
export interface TurnContext {
  readonly live: LiveSession
  readonly compilers: Compilers
  readonly program: Declaration
  readonly settings: RunnerSettings
  /** Conversion of reports to the protected form for observers. */
  readonly shown: Shown
  /** Delivers a report that is not in the store. */
  readonly report: (event: RunEvent) => void
}

/** Returns an event with a mark of the runner. */
export const runnerMark = (run: NonNullable<Event['actions']>['run'] & object): EventInput => ({
  author: 'developer',
  parts: [],
  actions: { run },
})
