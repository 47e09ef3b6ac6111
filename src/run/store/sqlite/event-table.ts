import { digest } from '../../../core/text/digest.ts'
import { eventText, parsedEvent } from '../event-text.ts'
import type { NewEvent, StoredEvent } from '../store.ts'
import { encodeColumnText } from './column-text.ts'
import type { DatabaseSync } from './database.ts'
import { applyDifference } from './difference.ts'
import { LongTable } from './long-table.ts'
import { blockLength, encodeNextText, type Recent, RecentTexts, type StoredText } from './recent-texts.ts'

interface EventRow extends StoredText {
  readonly mark: string | null
}

const queries = (database: DatabaseSync) => ({
  read: database.prepare(
    'select base, body, mark from ctxc_event where session = ? and seq >= ? and seq < ? order by seq',
  ),
  insert: database.prepare('insert into ctxc_event (session, seq, base, body, mark) values (?, ?, ?, ?, ?)'),
  copy: database.prepare(`insert into ctxc_event (session, seq, base, body, mark)
    select ?, seq, base, body, mark from ctxc_event where session = ? and seq < ?`),
  delete: database.prepare('delete from ctxc_event where session = ?'),
})

/** Returns the JSON text of an event, with long strings separate. */
export const storedText = (event: NewEvent) => eventText(event, hashColumnText)

/** Returns the hash of a text in its column form. A hash of its UTF-8 would be equal for different lone surrogates. */
const hashColumnText = (text: string): string => digest(encodeColumnText(text))

/** Table of events. An event that is nearly equal to an earlier one of its block is stored as a difference. */
export class EventTable {
  private readonly sql: ReturnType<typeof queries>
  private readonly long: LongTable
  private readonly recent = new RecentTexts()

  constructor(database: DatabaseSync) {
    this.sql = queries(database)
    this.long = new LongTable(database)
  }

  /** Returns the events of a session from position `from` up to, but not including, position `to`. */
  read(session: number, from: number, to: number): StoredEvent[] {
    const events: StoredEvent[] = []
    // Blocks are read one by one, to keep few texts in memory: garbage collection of all texts took half the time.
    for (let first = from - (from % blockLength); first < to; first += blockLength)
      for (const [index, { text, mark }] of this.readBlockTexts(
        session,
        first,
        Math.min(first + blockLength, to),
      ).entries())
        if (first + index >= from)
          events.push(parsedEvent(text, first + index, mark, hash => this.long.find(hash)))
    return events
  }

  /** Returns the texts of events. `first` must be the position at which a block starts. */
  private readBlockTexts(session: number, first: number, to: number) {
    const rows = this.sql.read.all(session, first, to) as unknown as readonly EventRow[]
    const read: { readonly text: string; readonly mark: string | null }[] = []
    for (const { base, body, mark } of rows) {
      const text = base === null ? body : applyDifference(read[read.length - base]?.text ?? '', body)
      read.push({ text, mark })
    }
    return read
  }

  /** Adds events to a session that has `revision` events. Pass the result to `keepRecentTexts` after the commit. */
  append(session: number, revision: number, texts: readonly ReturnType<typeof storedText>[]): Recent {
    let recent = this.recent.find(session, revision) ?? this.readRecent(session, revision)
    for (const { body, mark, long } of texts) {
      const { revision: seq } = recent
      const { row, recent: next } = encodeNextText(recent, body)
      this.sql.insert.run(session, seq, row.base, row.body, mark)
      this.long.addStrings(session, seq, long)
      recent = next
    }
    return recent
  }

  private readRecent(session: number, revision: number): Recent {
    const first = revision - (revision % blockLength)
    const texts = first === revision ? [] : this.readBlockTexts(session, first, revision)
    return { revision, texts: texts.map(({ text }, index) => ({ seq: first + index, text })) }
  }

  /** Keeps a session's recent texts, with which the events of the next append are compared. */
  keepRecentTexts(session: number, recent: Recent): void {
    this.recent.keep(session, recent)
  }

  /** Copies the first events of a session to another session, which must be empty. */
  copyFirstEvents(from: number, to: number, count: number): void {
    this.sql.copy.run(to, from, count)
    this.long.copyUses(from, to, count)
  }

  /** Deletes the events of a session, and the long strings that no other session uses. */
  delete(session: number): void {
    this.sql.delete.run(session)
    this.long.deleteUses(session)
  }
}
