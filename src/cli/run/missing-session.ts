import type { SessionKey } from '../../core/session/owner.ts'
import { nearest } from '../../core/text/nearest.ts'
import { didYouMean } from '../../core/text/suggest.ts'
import type { Store } from '../../run/store/store.ts'
import { exit, type Io, UsageError } from '../io.ts'
import { reportError } from '../report-error.ts'

/** Maximum number of session ids that are compared with a mistyped id. */
const mostSessions = 1_000

/** Reports that the owner has no session with this id, and suggests the most similar id. Returns the exit code. */
export async function reportMissing(store: Store, { owner, id }: SessionKey, io: Io): Promise<number> {
  const { items } = await store.list(owner, { limit: mostSessions })
  const near = nearest(
    id,
    items.map(item => item.id),
  )
  const help =
    items.length === 0
      ? 'the store has no session of this owner; --owner and --user choose another one'
      : `${didYouMean(near)} ctxc sessions list shows all sessions`.trim()
  reportError(new UsageError(`no session has the id '${id}'`, help), io)
  return exit.errors
}
