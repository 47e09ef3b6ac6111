import { DBOS } from '@dbos-inc/dbos-sdk'

/** Functions of this process that DBOS calls. They return nothing, because DBOS changes some values. */
export interface Workflows {
  /** Runs the session with a key in JSON. Never settles once the process stops, so that DBOS keeps the wake-up. */
  runSession(key: string): Promise<void>
  /** Gives the work of a process that died to others. */
  replaceProcess(name: string): Promise<void>
}

/** Name of the workflow of a wake-up. */
export const runName = 'ctxc run'

/** Name of the workflow of a wake-up for the death of a process. */
export const replaceName = 'ctxc replace process'

/** Workflows as DBOS knows them. DBOS and its registrations exist once in a process. */
let registered: Workflows | null = null
let current: Workflows | null = null

const never = (): Promise<void> => new Promise(() => {})

/** Returns the workflows of this process, which call the given functions from now on. */
export function registerWorkflows(workflows: Workflows): Workflows {
  current = workflows
  registered ??= {
    runSession: DBOS.registerWorkflow((key: string) => current?.runSession(key) ?? never(), {
      name: runName,
    }),
    replaceProcess: DBOS.registerWorkflow((name: string) => current?.replaceProcess(name) ?? never(), {
      name: replaceName,
    }),
  }
  return registered
}

/** Ends the calls of functions that were registered. */
export function forgetWorkflows(workflows: Workflows): void {
  if (current === workflows) current = null
}
