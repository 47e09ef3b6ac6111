import type { JsonObject } from '../../core/ir/json.ts'
import { lensOf } from '../../core/protect/lens/lens-of.ts'
import { redact } from '../../core/protect/redact.ts'
import { restoreSession } from '../../core/session/restore.ts'
import type { SessionRecord } from '../../run/store/store.ts'
import type { OneGiven } from './given.ts'

/** Returns a stored session in printable form. Secrets are removed, unless the user asks for them. */
export function shownRecord(id: string, record: SessionRecord, { reveal }: OneGiven): SessionRecord {
  if (reveal) return record
  const stored = restoreSession({ id, state: record.state, events: record.events })
  const { session } = lensOf([redact()], stored, () => true)
  return { ...record, state: session.stateAt(0) as JsonObject, events: session.events }
}
