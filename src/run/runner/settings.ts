import type { CompileOptions } from '../../core/compile/contract/options.ts'
import type { RunLimits } from '../../core/ir/run-action.ts'
import type { ModelClient, Models } from '../models/model-client.ts'
import type { Callbacks } from './callbacks.ts'
import type { CallSlots } from './model/call-slots.ts'
import type { Deadlines } from './model/deadlines.ts'
import type { Retry } from './model/retry.ts'
import type { Observers } from './observe/observers.ts'
import type { SharingSettings } from './sharing/sharing.ts'
import type { StoreDeadlines } from './store/store-deadlines.ts'
import type { Timers } from './timers.ts'

/** Options of a compile that a runner accepts. */
export type RunCompileOptions = Pick<
  CompileOptions,
  | 'allowImport'
  | 'artifacts'
  | 'bound'
  | 'budget'
  | 'cache'
  | 'count'
  | 'effects'
  | 'memory'
  | 'missing'
  | 'modelRows'
  | 'onProviderError'
  | 'passes'
  | 'protect'
>

/** Options of a runner, with defaults applied. */
export interface RunnerSettings {
  readonly models: Models
  readonly callbacks: readonly Callbacks[]
  readonly limits: RunLimits
  readonly atLimit: 'stop' | 'answer'
  readonly concurrency: number
  readonly resultCharacters: number
  readonly compile: RunCompileOptions
  readonly retry: Required<Retry>
  readonly deadlines: Required<Deadlines>
  readonly storeDeadlines: Required<StoreDeadlines>
  readonly timers: Timers
  readonly sharing: SharingSettings
  /** Returns the slots for the calls of a client. */
  readonly slotsOf: (client: ModelClient) => CallSlots
  readonly random: () => number
  readonly observers: Observers
  readonly now: () => number
  readonly generateId: () => string
}

/** Default limits of a run. */
export const defaultLimits: RunLimits = { steps: 25, repeats: 3, transfers: 6 }
