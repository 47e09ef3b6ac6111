import type { DBOSClient } from '@dbos-inc/dbos-sdk'
import { isOwnQueue } from './queues.ts'
import { idsOnly } from './start-workflow.ts'

/** Methods of DBOS with which the work of a process is given to others. */
type Workflows = Pick<DBOSClient, 'listWorkflows' | 'resumeWorkflows'>

/**
 * Gives the sessions that a process was running back to their queues. DBOS by itself does so only when a process with
 * the same name starts again. Does no harm to a process that is alive: it keeps the leases of its sessions.
 */
export async function requeueWork(workflows: Workflows, process: string): Promise<void> {
  const lost = await workflows.listWorkflows({
    executorId: process,
    status: 'PENDING',
    ...idsOnly,
  })
  // Workflows of the app are not ours.
  const queues = new Set(lost.flatMap(({ queueName }) => (isOwnQueue(queueName) ? [queueName] : [])))
  for (const queueName of queues) {
    const ids = lost.filter(each => each.queueName === queueName).map(({ workflowID }) => workflowID)
    await workflows.resumeWorkflows(ids, { queueName })
  }
}
