import type { ToolCallPart } from '../../ir/call.ts'
import { failed, resultEvent } from '../../run/tool-result.ts'
import { restoreSession } from '../../session/restore.ts'
import { ConflictError } from '../../store/conflict-error.ts'
import type { NewEvent, SessionRecord } from '../../store/store.ts'
import { oneLine } from '../../text/columns.ts'
import { counted } from '../../text/number.ts'
import { exit, type Io, UsageError } from '../io.ts'
import type { ForkGiven } from './given.ts'
import { withSession } from './with-store.ts'

/** Runs `ctxc sessions fork`. Returns the exit code. */
export async function forkSession(id: string, given: ForkGiven, io: Io): Promise<number> {
  const { to } = given
  if (to === '') throw new UsageError('the copy has no id', 'for example --to order-7b')
  return withSession(id, given, io, async ({ store, key, record }) => {
    const at = readPlace(given.at, record)
    try {
      await store.fork(key, to, { at, time: io.now(), events: closing(record, at) })
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error
      throw new UsageError(`there is a session '${to}' already`, 'give another id with --to')
    }
    io.out(`${oneLine(to)}: ${counted(at, 'event')} of ${oneLine(id)}\n`)
    return exit.fine
  })
}

function readPlace(given: string | undefined, { revision }: SessionRecord): number {
  if (given === undefined) return revision
  const at = Number(given)
  if (/^\d{1,15}$/.test(given) && at <= revision) return at
  throw new UsageError(
    `'${given}' is no place in the session`,
    `the copy has the events before it: a number from 0 to ${revision}`,
  )
}

/** Returns results for the calls that have none before a place: they stay with the session that is copied. */
function closing({ id, state, events }: SessionRecord, at: number): readonly NewEvent[] {
  const session = restoreSession({ id, state, events: events.slice(0, at) })
  const { rows, runMarks } = session.units
  return session.units.answerableUnits().flatMap(unit =>
    rows.callsOf(unit).flatMap(index => {
      const { seq, part, answer } = rows.call(index)
      if (answer !== null) return []
      const isWaiting = runMarks.of(`${seq}.${part}`).at(-1)?.kind === 'waits'
      const why = isWaiting ? 'the call was denied: ' : ''
      const call = session.event(seq).parts[part] as ToolCallPart
      return [resultEvent(call, rows.branchOf(unit), failed(`${why}it belongs to the session '${id}'`))]
    }),
  )
}
