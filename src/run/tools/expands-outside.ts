import { trustOf } from '../../ir/event.ts'
import { readHandle } from '../../ir/handle.ts'
import { isObject } from '../../ir/json.ts'
import type { Session } from '../../session/session.ts'

/** Whether the input of an expand tool names a text of an outsider: what it returns is that outsider's. */
export function expandsOutside(session: Session, input: unknown): boolean {
  const given = isObject(input) && typeof input.handle === 'string' ? input.handle : ''
  const handle = readHandle(given.trim().replace(/^\^/, ''))
  if (handle === null || handle.seq >= session.length) return false
  return trustOf(session.event(handle.seq)) === 'external'
}
