import type { Owner, SessionKey } from '../../store/owner.ts'
import type { Append, NewEvent, SessionRecord } from '../../store/store.ts'

export const ada: Owner = { app: 'docs', user: 'ada' }
export const bob: Owner = { app: 'docs', user: 'bob' }
export const key: SessionKey = { owner: ada, id: 's1' }

/** Returns an event of a user with a text. */
export const says = (text: string): NewEvent => ({ author: 'user', parts: [{ kind: 'text', text }] })

/** Returns the texts of a session's events. */
export const textsOf = (record: SessionRecord | null): readonly (string | undefined)[] =>
  (record?.events ?? []).map(({ parts: [part] }) => (part?.kind === 'text' ? part.text : undefined))

/** Returns an append of events. */
export const write = (
  expectedRevision: number,
  events: readonly NewEvent[],
  more: Partial<Append> = {},
): Append => ({
  expectedRevision,
  events,
  status: 'due',
  time: 1_000 + expectedRevision,
  ...more,
})
