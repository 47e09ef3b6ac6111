import { restoreSession } from '../../core/session/restore.ts'
import { oneLine } from '../../core/text/columns.ts'
import { fileReason } from '../input.ts'
import { exit, type Io, UsageError } from '../io.ts'
import { asJson } from '../output.ts'
import type { OneGiven } from './given.ts'
import { shownRecord } from './shown-record.ts'
import { withSession } from './with-store.ts'

/** Runs `ctxc sessions export`, which prints a session in the form of `toJSON`. Returns the exit code. */
export async function exportSession(id: string, given: OneGiven, io: Io): Promise<number> {
  const { out } = given
  return withSession(id, given, io, async ({ record }) => {
    const { state, events } = shownRecord(id, record, given)
    const text = asJson(restoreSession({ id, state, events }))
    if (out === undefined) {
      io.out(text)
      return exit.fine
    }
    try {
      await io.writeFile(out, text)
    } catch (error) {
      throw new UsageError(`cannot write '${out}': ${fileReason(error)}`)
    }
    io.err(`wrote ${oneLine(out)}\n`)
    return exit.fine
  })
}
