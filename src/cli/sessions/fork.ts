import { restoreSession } from '../../core/session/restore.ts'
import { oneLine } from '../../core/text/columns.ts'
import { formatCount } from '../../core/text/number.ts'
import { forkSession } from '../../run/runner/fork-session.ts'
import { ConflictError } from '../../run/store/conflict-error.ts'
import type { SessionRecord } from '../../run/store/store.ts'
import { exit, type Io, UsageError } from '../io.ts'
import type { ForkGiven } from './given.ts'
import { withSession } from './with-store.ts'

/** Runs `ctxc sessions fork`. Returns the exit code. */
export async function forkCommand(id: string, given: ForkGiven, io: Io): Promise<number> {
  const { to } = given
  if (to === '') throw new UsageError('--to must not be empty', 'for example --to order-7b')
  return withSession(id, given, io, async ({ store, key, record }) => {
    const at = readPlace(given.at, record)
    try {
      await forkSession(restoreSession(record), { key, id: to, store, time: io.now(), at })
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error
      throw new UsageError(`the session '${to}' exists already`, 'choose another id with --to')
    }
    io.out(`${oneLine(to)}: ${formatCount(at, 'event')} of ${oneLine(id)}\n`)
    return exit.fine
  })
}

function readPlace(given: string | undefined, { revision }: SessionRecord): number {
  if (given === undefined) return revision
  const at = Number(given)
  if (/^\d{1,15}$/.test(given) && at <= revision) return at
  throw new UsageError(
    `'${given}' is not a place in the session`,
    `use a number from 0 to ${revision}: the copy gets the events before that place`,
  )
}
