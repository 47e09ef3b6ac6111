import { oneLine } from '../../core/text/columns.ts'
import { formatCount } from '../../core/text/number.ts'
import { sqliteMemories } from '../../run/remember/sqlite/index.ts'
import { forget } from '../../run/store/forget.ts'
import { exit, type Io } from '../io.ts'
import { defaultStore, storeOwner } from '../run/open-store.ts'
import { confirmDeletion } from './delete.ts'
import type { OneGiven } from './given.ts'
import { withStore } from './with-store.ts'

/** Runs `ctxc sessions forget`, which asks the user for confirmation first. Returns the exit code. */
export async function forgetOwner(given: OneGiven, io: Io): Promise<number> {
  const owner = storeOwner(given)
  const name = oneLine(owner.user === undefined ? owner.app : `${owner.user} of ${owner.app}`)
  return withStore(given, io, async store => {
    const question = `delete all sessions, memories, shared keys and costs of ${name}? [y/N] `
    if (!(await confirmDeletion(question, given, io))) return exit.errors
    const memory = sqliteMemories(given.store ?? defaultStore)
    try {
      const { deleted, left } = await forget(owner, {
        ...{ stores: [store], memories: [memory] },
        now: () => io.now(),
      })
      const sessions = deleted.find(({ kind }) => kind === 'sessions')?.count ?? 0
      io.err(`deleted ${formatCount(sessions, 'session')} of ${name}\n`)
      for (const { where, why } of left) io.err(`left: ${oneLine(`${where}: ${why}`)}\n`)
      return left.length > 0 ? exit.errors : exit.fine
    } finally {
      memory.close()
    }
  })
}
