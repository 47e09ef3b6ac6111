import { createHash, randomUUID } from 'node:crypto'
import { DBOS } from '@dbos-inc/dbos-sdk'
import type { Workflows } from './workflows.ts'

/** Options of a workflow to start. */
type StartOptions = NonNullable<Parameters<typeof DBOS.startWorkflow>[1]>

/** Starts a workflow, or returns the one that waits or runs under the same name for deduplication. */
export type StartWorkflow = (
  name: keyof Workflows,
  argument: string,
  options: StartOptions,
) => Promise<{ readonly workflowID: string }>

/** Maximum number of characters of a name that DBOS has in an index. */
const mostCharacters = 500

/** Returns a name for DBOS. Long ones become a digest, because Postgres limits the length of values in an index. */
export const indexed = (name: string): string =>
  name.length <= mostCharacters ? name : createHash('sha256').update(name).digest('hex')

/** Returns the id of a new workflow with a name. A workflow with an earlier id would get its result, and not run. */
export const newIdOf = (name: string): string => `${name}#${randomUUID()}`

/** Returns the name in the id of a workflow. */
export const nameInId = (id: string): string => id.slice(0, id.lastIndexOf('#'))

/** Options of a list of workflows without what was given to them and what they returned. */
export const idsOnly = { loadInput: false, loadOutput: false }

/**
 * Returns a delay in seconds for DBOS, in eighths of a second. DBOS multiplies it by 1,000 and stores the result as a
 * whole number, which it is not for other fractions.
 */
export const delayOf = (milliseconds: number): number => Math.ceil(Math.max(0, milliseconds) / 125) / 8

/** Returns a function that starts workflows which this process has registered. */
export const starterOf =
  (functions: { readonly [Name in keyof Workflows]: (argument: string) => Promise<void> }): StartWorkflow =>
  (name, argument, options) =>
    DBOS.startWorkflow(functions[name], { ...options, duplicationPolicy: 'return-existing' })(argument)
