import { callBranch } from '../../../core/ir/call-branch.ts'
import { trustOfEvent } from '../../../core/ir/event.ts'
import { lowerTrust } from '../../../core/ir/trust.ts'
import { readArguments } from '../../../core/lower/arguments.ts'
import type { Session } from '../../../core/session/session.ts'
import { toJson } from '../../../core/text/json.ts'
import type { Commit } from '../live-session.ts'
import { callToRun } from './call-task.ts'

/**
 * Returns the first event of the conversation with an agent that works as a tool. Its content is the arguments of the
 * call.
 */
export function conversationStart(session: Session, call: string): Commit {
  const { value } = readArguments(callToRun(session, call))
  const keys = Object.keys(value)
  const asked = value.request
  const text = keys.length === 1 && typeof asked === 'string' ? asked : toJson(value)
  const caller = session.event(Number.parseInt(call, 10))
  return {
    events: [
      {
        author: 'user',
        branch: callBranch(call),
        parts: [{ kind: 'text', text }],
        // A model wrote the arguments, so they are trusted no more than a model's text.
        trust: lowerTrust('model', trustOfEvent(caller)),
        visibility: 'internal',
      },
    ],
  }
}
