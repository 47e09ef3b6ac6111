// The support desk: the agent, its stores in a file that outlives the process, handlers that summarize and remember.
import { restoreSession } from 'ctxc'
import { modelEffects } from 'ctxc/effects'
import { memoriesOf } from 'ctxc/remember'
import { sqliteMemories } from 'ctxc/remember/sqlite'
import { createRunner, type ModelClient } from 'ctxc/run'
import { sqliteStore } from 'ctxc/store/sqlite'
import { protect, support } from './agent.ts'

export interface Desk {
  /** Answers a message of a user in a session. */
  answer(user: string, id: string, message: string): Promise<string>
  /** Ends a session. After that, later sessions of the user can find its messages. */
  end(user: string, id: string): Promise<void>
  close(): Promise<void>
}

export function openDesk(file: string, client: ModelClient): Desk {
  const store = sqliteStore(file)
  const memory = sqliteMemories(file)
  const effects = modelEffects({ client, model: 'gpt-5.4-mini' })
  const runner = createRunner({
    program: support,
    store,
    models: { 'gpt-': client },
    compile: { effects, memory },
  })
  const keyOf = (user: string, id: string) => ({ owner: { app: 'support', user }, id })
  return {
    async answer(user, id, message) {
      const { status, text, reason } = await runner.run(keyOf(user, id), { message }).outcome
      if (status !== 'done') throw new Error(`the run is ${status}: ${reason}`)
      return text ?? ''
    },
    async end(user, id) {
      const { owner } = keyOf(user, id)
      const record = await store.read(keyOf(user, id))
      if (record !== null) await memory.add(owner, memoriesOf(restoreSession(record), { protect }))
    },
    async close() {
      await runner.stop()
      memory.close()
      await store.close()
    },
  }
}
