import { type Owner, ownerText } from '../../core/session/owner.ts'
import { fitColumns, oneLine, terminalColumns } from '../../core/text/columns.ts'
import { formatCount } from '../../core/text/number.ts'
import { suggestKnown } from '../../core/text/suggest.ts'
import type { StoreAccounts } from '../../run/store/accounts.ts'
import type { Page } from '../../run/store/cursor.ts'
import { type SessionInfo, type SessionStatus, type Store, sessionStatuses } from '../../run/store/store.ts'
import { exit, type Io, UsageError } from '../io.ts'
import { readFormat } from '../options.ts'
import { asJson } from '../output.ts'
import { paintFor } from '../paint.ts'
import type { StoreGiven } from '../run/given.ts'
import { storeOwner } from '../run/open-store.ts'
import type { ListGiven } from './given.ts'
import { withStore } from './with-store.ts'

/** Returns a time as text, to the second; `unknown` for a time that a date cannot represent. */
export const timeText = (time: number | undefined): string =>
  time === undefined || !(Math.abs(time) <= 8.64e15)
    ? 'unknown'
    : new Date(time).toISOString().replace('T', ' ').replace(/\..*/, ' UTC')

/** Runs `ctxc sessions list`. Returns the exit code. */
export async function listSessions(given: ListGiven, io: Io): Promise<number> {
  const format = readFormat(given, ['pretty', 'json'])
  const status = readStatus(given.status)
  assertAllOrOwner(given)
  const { owners, sessions, others } = await withStore(given, io, async store => {
    const known = store.accounts === undefined ? [] : await ownersOf(store.accounts)
    const own = storeOwner(given)
    const owners = given.all === true ? known : [own]
    const listed = owners.map(async owner =>
      (await sessionsOf(store, owner, status)).map(session => ({ owner, session })),
    )
    const others = known.filter(owner => ownerText(owner) !== ownerText(own)).length
    return { owners, sessions: (await Promise.all(listed)).flat(), others }
  })
  if (format === 'json') {
    const rows = sessions.map(({ owner, session }) => (given.all ? { owner, ...session } : session))
    io.out(asJson(rows))
  } else if (sessions.length === 0) io.out(noSessions(owners, given.all || status !== undefined ? 0 : others))
  else
    for (const owner of owners) {
      const own = sessions.filter(listed => listed.owner === owner).map(({ session }) => session)
      if (own.length === 0) continue
      io.out(`${given.all ? `${ownerName(owner)}\n` : ''}${render(own, io)}`)
    }
  return exit.fine
}

/** Returns an owner as text: the app and, if there is one, its user in parentheses. */
export const ownerName = ({ app, user }: Owner): string =>
  oneLine(user === undefined ? app : `${app} (user ${user})`)

/** Rejects `--all` together with an owner. */
export function assertAllOrOwner({ all, owner, user }: StoreGiven & { readonly all?: boolean }): void {
  if (all && (owner !== undefined || user !== undefined))
    throw new UsageError('--all means all owners', 'leave out --all, or --owner and --user')
}

/** Says that an owner has no sessions, and that other owners have some. */
function noSessions([owner]: readonly Owner[], others: number): string {
  if (owner === undefined || others === 0) return 'no sessions\n'
  const rest = others === 1 ? '1 other owner has' : `${others} other owners have`
  return `no sessions of ${ownerName(owner)}; ${rest} some (--all lists them)\n`
}

async function ownersOf(accounts: StoreAccounts): Promise<readonly Owner[]> {
  const owners = await allPages(after => accounts.owners({ limit: 1_000, ...after }))
  return owners.map(({ owner }) => owner)
}

const sessionsOf = (
  store: Store,
  owner: Owner,
  status: SessionStatus | undefined,
): Promise<readonly SessionInfo[]> =>
  allPages(after => store.list(owner, { limit: 1_000, ...(status !== undefined && { status }), ...after }))

/** Returns the items of all pages of a list. */
async function allPages<Item>(
  read: (after: { readonly after?: string }) => Promise<Page<Item>>,
): Promise<readonly Item[]> {
  const found: Item[] = []
  for (let after: string | null | undefined; after !== null; ) {
    const page: Page<Item> = await read(after === undefined ? {} : { after })
    found.push(...page.items)
    after = page.next
  }
  return found
}

function readStatus(given: string | undefined): SessionStatus | undefined {
  const known = sessionStatuses.find(one => one === given)
  if (given === undefined || known !== undefined) return known
  throw new UsageError(`unknown status '${given}'`, suggestKnown(given, sessionStatuses))
}

/** Maximum length of a session id that is shown in full. */
const widest = 50

function render(sessions: readonly SessionInfo[], io: Io): string {
  const paint = paintFor(io.colour.out)
  const ids = sessions.map(({ id }) => oneLine(id))
  const width = Math.min(widest, Math.max(...ids.map(terminalColumns)))
  return sessions
    .map(({ revision, status, updated, parent }, index) => {
      const from = parent === null ? '' : `  from ${oneLine(parent.id)} at ${parent.revision}`
      const id = fitColumns(ids[index] as string, width)
      const events = formatCount(revision, 'event').padStart(10)
      return `${paint('bold', id)}  ${status.padEnd(7)}  ${events}  ${timeText(updated)}${from}\n`
    })
    .join('')
}
