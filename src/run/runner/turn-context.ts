import type { Event, EventInput } from '../../core/ir/event.ts'
import type { Declaration } from '../../core/program/read-program.ts'
import type { StoreAccounts } from '../store/accounts.ts'
import type { Compilers } from './compilers.ts'
import type { LiveSession } from './live-session.ts'
import type { QuotaChecks } from './quotas.ts'
import type { RunEvent } from './run-event.ts'
import type { RunnerSettings } from './settings.ts'
import type { Shown } from './shown.ts'

/** Objects that all tasks of one session use. */
export interface TurnContext {
  readonly live: LiveSession
  readonly compilers: Compilers
  readonly program: Declaration
  /** Digest of the agents' tools; undefined if they cannot change. */
  readonly tools: string | undefined
  readonly settings: RunnerSettings
  /** Accounts of the store, which record the costs of calls; null if the store has none. */
  readonly accounts: StoreAccounts | null
  /** Checks of the owners' quotas; null if there are none. */
  readonly quotas: QuotaChecks | null
  /** Removes protected values from everything that leaves the runner. */
  readonly shown: Shown
  /** Sends a report to the session's followers. The report is not stored. */
  readonly report: (event: RunEvent) => void
}

/** Returns an event that only contains a record of the runner, such as that a call began. */
export const runnerMark = (run: NonNullable<Event['actions']>['run'] & object): EventInput => ({
  author: 'developer',
  parts: [],
  actions: { run },
})
