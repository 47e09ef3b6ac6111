import { digest } from '../../text/digest.ts'
import { eventOf, eventText } from '../event-text.ts'
import type { NewEvent, StoredEvent } from '../store.ts'
import { columnText } from './column-text.ts'
import type { DatabaseSync } from './database.ts'
import { LongTable } from './long-table.ts'

interface EventRow {
  readonly seq: number
  readonly body: string
  readonly mark: string | null
}

const queries = (database: DatabaseSync) => ({
  read: database.prepare(
    'select seq, body, mark from ctxc_event where session = ? and seq >= ? and seq < ? order by seq',
  ),
  insert: database.prepare('insert into ctxc_event (session, seq, body, mark) values (?, ?, ?, ?)'),
  copy: database.prepare(`insert into ctxc_event (session, seq, body, mark)
    select ?, seq, body, mark from ctxc_event where session = ? and seq < ?`),
})

/** Returns an event as it is written. */
export const textOf = (event: NewEvent) => eventText(event, hashOf)

/** Returns the hash of a text as its column has it: a hash of UTF-8 would not tell lone surrogates apart. */
const hashOf = (text: string): string => digest(columnText(text))

/** Table of events. */
export class EventTable {
  private readonly sql: ReturnType<typeof queries>
  private readonly long: LongTable

  constructor(database: DatabaseSync) {
    this.sql = queries(database)
    this.long = new LongTable(database)
  }

  /** Returns the events of a session from one place up to another. */
  read(session: number, from: number, to: number): StoredEvent[] {
    const rows = this.sql.read.all(session, from, to) as unknown as EventRow[]
    return rows.map(({ body, seq, mark }) => eventOf(body, seq, mark, hash => this.long.find(hash)))
  }

  /** Adds events to a session that has `revision` events. */
  append(session: number, revision: number, texts: readonly ReturnType<typeof textOf>[]): void {
    for (const [index, { body, mark, long }] of texts.entries()) {
      this.long.add(session, long)
      this.sql.insert.run(session, revision + index, body, mark)
    }
  }

  /** Copies the first events of a session to another one, which has none. */
  copy(from: number, to: number, count: number): void {
    this.sql.copy.run(to, from, count)
    this.long.copy(from, to)
  }

  /** Deletes what only deleted sessions used. */
  dropUnused(): void {
    this.long.dropUnused()
  }
}
