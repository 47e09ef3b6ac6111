import { trustOfEvent } from '../../../core/ir/event.ts'
import { readHandle } from '../../../core/ir/handle.ts'
import { isObject } from '../../../core/ir/json.ts'
import type { Session } from '../../../core/session/session.ts'

/** Whether an expand tool's input refers to an outsider's text. The expanded text is then an outsider's too. */
export function expandsExternalText(session: Session, input: unknown): boolean {
  const given = isObject(input) && typeof input.handle === 'string' ? input.handle : ''
  const handle = readHandle(given.trim().replace(/^\^/, ''))
  if (handle === null || handle.seq >= session.length) return false
  return trustOfEvent(session.event(handle.seq)) === 'external'
}
