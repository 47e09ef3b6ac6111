import { DBOS } from '@dbos-inc/dbos-sdk'
import { isOwnQueue } from './queues.ts'
import { requeueWork } from './requeue-work.ts'
import { idsOnly, indexed, nameInId } from './start-workflow.ts'
import { replaceName } from './workflows.ts'

/** Returns the beginning of the names of the wake-ups for the death of a process. */
export const watchNameOf = (holder: string): string => `process ${indexed(holder)}`

/**
 * Finds processes that died while no wake-up waited for their death. Such a wake-up may have come too early, because its
 * process was held up, and the process died before it asked for another one. Its work would wait for ever.
 */
export class UnwatchedProcesses {
  private readonly own: string
  /** Number of looks in a row at which a process had work in progress and no wake-up for its death. */
  private looks = new Map<string, number>()

  /** `own` is the name of this process. */
  constructor(own: string) {
    this.own = own
  }

  /** Gives the work of the processes that are found at `most` looks in a row back to the queues. */
  async look(most: number): Promise<void> {
    const [watched, working] = await Promise.all([watchedProcesses(), workingProcesses()])
    const found = [...working].filter(name => name !== this.own && !watched.has(watchNameOf(name)))
    const looks = new Map(found.map(name => [name, (this.looks.get(name) ?? 0) + 1]))
    this.looks = looks
    for (const name of found) if ((looks.get(name) ?? 0) >= most) await requeueWork(DBOS, name)
  }
}

/** Returns the names of the wake-ups that wait for the death of a process. */
async function watchedProcesses(): Promise<ReadonlySet<string>> {
  const waiting = await DBOS.listWorkflows({
    workflowName: replaceName,
    status: ['DELAYED', 'ENQUEUED'],
    ...idsOnly,
  })
  return new Set(waiting.map(({ workflowID }) => nameInId(workflowID)))
}

/** Returns the names of the processes that have work in progress. */
async function workingProcesses(): Promise<ReadonlySet<string>> {
  const running = await DBOS.listWorkflows({ status: 'PENDING', ...idsOnly })
  return new Set(
    running.flatMap(({ queueName, executorId = '' }) => (isOwnQueue(queueName) ? [executorId] : [])),
  )
}
