import { DBOS } from '@dbos-inc/dbos-sdk'
import { objectCheck } from '../../core/form/check.ts'
import { positiveCountCheck } from '../../core/form/quantities.ts'

/** Maximum number of runs that begin within a time. */
export interface StartRate {
  /** Number of runs. */
  readonly runs: number
  /** Length of the time in seconds, at most 3,600. */
  readonly seconds: number
}

/** Limits of the sessions in one queue, across all processes. Without any, only `perProcess` limits the runs. */
export interface QueueLimits {
  /** Maximum number of runs at the same time. */
  readonly runs?: number
  /** Maximum number of runs of one tenant at the same time. */
  readonly runsPerTenant?: number
  /** Maximum number of runs at the same time in one process; 100 by default. */
  readonly perProcess?: number
  /** Maximum number of runs that begin within a time. */
  readonly rate?: StartRate
  /** Maximum number of runs of one tenant that begin within a time. */
  readonly ratePerTenant?: StartRate
}

const runs = positiveCountCheck('runs')
const rate = objectCheck(
  { runs, seconds: positiveCountCheck('seconds') } satisfies Record<keyof StartRate, unknown>,
  ['runs', 'seconds'],
)

/** Checks the limits of one queue. */
export const checkLimits = objectCheck({
  runs,
  runsPerTenant: runs,
  perProcess: runs,
  rate,
  ratePerTenant: rate,
} satisfies Record<keyof QueueLimits, unknown>)

/** Milliseconds between two looks of a process for woken sessions. */
const pollInterval = 50

/** Milliseconds between two looks for processes that died. Such a look is one transaction. */
const rarePollInterval = 200

/** Queue of the wake-ups for the death of a process. It has no limits, because such work frees the other queues. */
export const lostQueue = 'ctxc processes'

/** Returns the name of a queue in DBOS, which no name of an app's queue makes equal to `lostQueue`. */
export const queueNameOf = (name: string): string => `ctxc queue ${name}`

/** Whether DBOS's name of a queue is that of a queue of this driver, and not of the app. */
export const isOwnQueue = (queueName: string | undefined): queueName is string =>
  queueName?.startsWith('ctxc ') === true

const rateOf = (given: StartRate | undefined) =>
  given && { limitPerPeriod: given.runs, periodSec: given.seconds }

/** Registers the queues, because DBOS accepts wake-ups for a queue that nobody registered, and never runs them. */
export async function registerQueues(queues: Readonly<Record<string, QueueLimits>>): Promise<void> {
  for (const [name, limits] of Object.entries(queues)) {
    const { runs, runsPerTenant, rate, ratePerTenant } = limits
    const perProcess = limits.perProcess ?? Math.min(100, runs ?? 100)
    const options = {
      workerConcurrency: perProcess,
      globalConcurrency: runs,
      partitionConcurrency: runsPerTenant,
      rateLimit: rateOf(rate),
      partitionRateLimit: rateOf(ratePerTenant),
      minPollingIntervalMs: pollInterval,
      onConflict: 'always_update',
    } as const
    const given = Object.entries(options).filter(([, value]) => value !== undefined)
    await DBOS.registerQueue(queueNameOf(name), Object.fromEntries(given))
  }
  await DBOS.registerQueue(lostQueue, {
    minPollingIntervalMs: rarePollInterval,
    onConflict: 'always_update',
  })
}
