// Opens the support desk: the program, its model, and a store in a file that outlives the process.
import { join } from 'node:path'
import { createRunner, type Runner } from 'ctxc/run'
import type { SessionKey } from 'ctxc/store'
import { sqliteStore } from 'ctxc/store/sqlite'
import { openModel } from './model.ts'
import { dataFolder, program } from './program.ts'

export interface Desk {
  readonly runner: Runner
  close(): Promise<void>
}

/** Returns the key of a session. A real app takes the user from its own login, never from the client. */
export const keyOf = (id: string): SessionKey => ({ owner: { app: 'desk', user: 'ada' }, id })

export async function openDesk(): Promise<Desk> {
  const store = sqliteStore(join(dataFolder, 'sessions.db'))
  const { client, close } = await openModel()
  const runner = createRunner({ program, store, models: { 'gpt-': client } })
  return {
    runner,
    async close() {
      // The runner is closed first, because it may still write to the store.
      await runner.stop()
      await store.close()
      await close()
    },
  }
}
