import { fitColumns, oneLine, terminalColumns } from '../../core/text/columns.ts'
import { formatCount } from '../../core/text/number.ts'
import { suggestKnown } from '../../core/text/suggest.ts'
import { type SessionInfo, type SessionStatus, sessionStatuses } from '../../run/store/store.ts'
import { exit, type Io, UsageError } from '../io.ts'
import { readFormat } from '../options.ts'
import { asJson } from '../output.ts'
import { paintFor } from '../paint.ts'
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
  const owner = storeOwner(given)
  const sessions = await withStore(given, io, async store => {
    const found: SessionInfo[] = []
    for (let after: string | null = ''; after !== null; ) {
      const page = await store.list(owner, {
        limit: 1_000,
        ...(status !== undefined && { status }),
        ...(after !== '' && { after }),
      })
      found.push(...page.items)
      after = page.next
    }
    return found
  })
  io.out(format === 'json' ? asJson(sessions) : render(sessions, io))
  return exit.fine
}

function readStatus(given: string | undefined): SessionStatus | undefined {
  const known = sessionStatuses.find(one => one === given)
  if (given === undefined || known !== undefined) return known
  throw new UsageError(`unknown status '${given}'`, suggestKnown(given, sessionStatuses))
}

/** Maximum length of a session id that is shown in full. */
const widest = 50

function render(sessions: readonly SessionInfo[], io: Io): string {
  if (sessions.length === 0) return 'no sessions\n'
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
