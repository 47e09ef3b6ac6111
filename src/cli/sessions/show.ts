import { oneLine } from '../../core/text/columns.ts'
import { formatCount } from '../../core/text/number.ts'
import { exit, type Io } from '../io.ts'
import { readFormat } from '../options.ts'
import { asJson } from '../output.ts'
import { paintFor } from '../paint.ts'
import { eventLines } from './event-lines.ts'
import type { OneGiven } from './given.ts'
import { timeText } from './list.ts'
import { shownRecord } from './shown-record.ts'
import { withSession } from './with-store.ts'

/** Runs `ctxc sessions show`. Returns the exit code. */
export async function showSession(id: string, given: OneGiven, io: Io): Promise<number> {
  const format = readFormat(given, ['pretty', 'json'])
  return withSession(id, given, io, async found => {
    const record = shownRecord(id, found.record, given)
    if (format === 'json') {
      io.out(asJson(record))
      return exit.fine
    }
    const { revision, status, created, updated, parent } = record
    const paint = paintFor(io.colour.out)
    const facts = [
      status,
      formatCount(revision, 'event'),
      `${timeText(created)} to ${timeText(updated)}`,
      ...(parent === null ? [] : [`from ${parent.id} at ${parent.revision}`]),
    ]
    io.out(`${paint('bold', oneLine(id))} \u00b7 ${oneLine(facts.join(' \u00b7 '))}\n`)
    for (const event of record.events) for (const line of eventLines(event, paint)) io.out(`${line}\n`)
    return exit.fine
  })
}
