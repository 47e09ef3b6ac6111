import { DBOS } from '@dbos-inc/dbos-sdk'
import { idsOnly } from './start-workflow.ts'
import { runName } from './workflows.ts'

/** Maximum number of wake-ups that are deleted at once. */
const most = 1_000

/** Deletes the wake-ups that finished before a time, because DBOS keeps them for ever. */
export async function deleteFinished(before: number): Promise<void> {
  for (let found = most; found === most; ) {
    const finished = await DBOS.listWorkflows({
      workflowName: runName,
      status: ['SUCCESS', 'ERROR'],
      completedBefore: new Date(before).toISOString(),
      limit: most,
      ...idsOnly,
    })
    found = finished.length
    if (found > 0) await DBOS.deleteWorkflows(finished.map(({ workflowID }) => workflowID))
  }
}
