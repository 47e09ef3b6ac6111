import { DBOS } from '@dbos-inc/dbos-sdk'
import type { DriverTerms } from '../runner/driver.ts'
import { deleteFinished } from './delete-finished.ts'
import { lostQueue } from './queues.ts'
import { delayOf, indexed, newIdOf, type StartWorkflow } from './start-workflow.ts'
import { UnwatchedProcesses, watchNameOf } from './unwatched-processes.ts'

/** Parts of a lease's length: until a process reports again that it is alive, and until it counts as dead. */
const parts = { report: 1 / 6, dead: 1 / 2 }

/** Number of reports between two deletions of finished wake-ups. */
const betweenDeletions = 20

/** Milliseconds for which DBOS keeps finished wake-ups. Its limits for a time count them. */
const keptLength = 3_600_000

/**
 * Reports that this process is alive: each one puts off a wake-up that tells the other processes that this one died.
 */
export class AliveReports {
  private readonly terms: DriverTerms
  private readonly startWorkflow: StartWorkflow
  private isStopped = false
  private timer: ReturnType<typeof setTimeout> | undefined
  /** Report in progress. */
  private reporting: Promise<void> = Promise.resolve()
  private reports = 0
  private readonly unwatched: UnwatchedProcesses

  constructor(terms: DriverTerms, startWorkflow: StartWorkflow) {
    this.terms = terms
    this.startWorkflow = startWorkflow
    this.unwatched = new UnwatchedProcesses(terms.holder)
  }

  /** Reports now, and then again and again. */
  async begin(): Promise<void> {
    await this.report()
    this.scheduleReport()
  }

  /** Ends the reports. */
  async stop(): Promise<void> {
    this.isStopped = true
    clearTimeout(this.timer)
    await this.reporting
  }

  private scheduleReport(): void {
    if (this.isStopped) return
    this.timer = setTimeout(() => {
      // After a report that failed, the next one may succeed.
      const next = (): void => this.scheduleReport()
      this.reporting = this.report().then(next, next)
    }, this.terms.leaseLength * parts.report)
    this.timer.unref?.()
  }

  private async report(): Promise<void> {
    const { holder, leaseLength, now } = this.terms
    const delaySeconds = delayOf(leaseLength * parts.dead)
    const { workflowID } = await this.startWorkflow('replaceProcess', holder, {
      workflowID: newIdOf(watchNameOf(holder)),
      queueName: lostQueue,
      enqueueOptions: { deduplicationID: indexed(holder), delaySeconds },
    })
    await DBOS.setWorkflowDelay(workflowID, { delaySeconds })
    await this.unwatched.look(parts.dead / parts.report)
    if (++this.reports % betweenDeletions === 0) await deleteFinished(now() - keptLength)
  }
}
