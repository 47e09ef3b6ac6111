import { object, text } from '../form/check.ts'
import { describe, wrongValueError } from '../form/describe.ts'
import { Path } from '../form/path.ts'
import { isObject, type JsonObject } from '../ir/json.ts'
import { isReadable, majorVersion } from './assert-event.ts'
import { Keys } from './keys.ts'
import { Log } from './log.ts'
import { Session } from './session.ts'
import { storedSource } from './stored-event.ts'

/**
 * Reads a session that `toJSON()` wrote; pass `JSON.parse` of the stored text.
 *
 * Fields, actions and kinds of parts that this release does not know are kept, and `toJSON()` returns them unchanged.
 * So older and newer releases may share a log. Throws a TypeError for a value that is not a stored session, and for a
 * version `v` that this release cannot read. For data that a client sent, use an importer with `untrusted: true`.
 *
 * @example
 * import { createSession, restoreSession } from 'ctxc'
 *
 * const stored = JSON.stringify(createSession({ id: 'chat-1', events: [{ author: 'user', text: 'Hello' }] }))
 * const session = restoreSession(JSON.parse(stored))
 * console.log(session.id, session.length) // chat-1 1
 */
export function restoreSession(json: unknown): Session {
  const at = Path.named('session')
  if (typeof json === 'string')
    throw at.wrong('must be an object, got a string', { help: 'pass JSON.parse(text)' })
  if (!isObject(json)) throw wrongValueError('an object: { id, state, events }', json, at)
  const { id = '', state = {}, events, ...unread } = json
  if (unread.v !== undefined && !isReadable(unread.v))
    throw at
      .in('v')
      .wrong(`must be below ${majorVersion + 1}`, { help: 'a later release wrote this session' })
  text(id, at.in('id'))
  object(state, at.in('state'))
  if (!Array.isArray(events))
    throw at.in('events').wrong(`must be a list, got ${describe(events)}`, {
      help: `restoreSession reads the output of toJSON()${'messages' in json || 'contents' in json ? '; to read messages of a provider, use an importer such as fromOpenAI' : ''}`,
    })
  return new Session(
    id as string,
    Keys.of(state as JsonObject),
    Log.of(storedSource(events)),
    unread as JsonObject,
  )
}
