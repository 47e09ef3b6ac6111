import type { JsonObject, JsonValue } from '../../../core/ir/json.ts'
import type { RunEvent } from '../run-event.ts'

/** Report of a run that is not stored. */
export type UnstoredReport = Exclude<RunEvent, { readonly type: 'event' }>

/** Message of one process to the others about a session. */
export type RelayMessage =
  /** Events were appended. */
  | { readonly type: 'appended'; readonly from: string; readonly revision: number }
  /** Nobody runs the session any more. */
  | { readonly type: 'released'; readonly from: string }
  /** A process begins to run the session. The others say whether they follow it. */
  | { readonly type: 'began'; readonly from: string }
  /** A process follows the session, and needs the parts of unfinished answers. */
  | { readonly type: 'joined'; readonly from: string }
  /** A process does not follow the session any more. */
  | { readonly type: 'left'; readonly from: string }
  /** Reports of the process that runs the session. `after` is the number of stored events before them. */
  | {
      readonly type: 'reports'
      readonly from: string
      readonly after: number
      /** Run of the process, unlike every other one of the session. */
      readonly run: string
      readonly reports: readonly UnstoredReport[]
      /** Whether the reports are the parts so far of unfinished answers, for a process that joins. */
      readonly isSoFar: boolean
    }

const types: ReadonlySet<unknown> = new Set<RelayMessage['type']>([
  'appended',
  'released',
  'began',
  'joined',
  'left',
  'reports',
])

/** Returns the message of another process; null for a message of this one, or of a release that has other messages. */
export function readMessage(value: JsonValue, holder: string): RelayMessage | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const { type, from } = value as JsonObject
  return types.has(type) && from !== holder ? (value as never as RelayMessage) : null
}
