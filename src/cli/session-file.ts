import { roleOfAuthor } from '../core/ir/event.ts'
import { isObject } from '../core/ir/json.ts'
import type { Program } from '../core/program/program.ts'
import { restoreSession } from '../core/session/restore.ts'
import type { Session } from '../core/session/session.ts'
import { importConversation } from '../core/vendor/import-conversation.ts'
import { describeJson } from './describe.ts'
import { inputName, readInput } from './input.ts'
import { type Io, UsageError } from './io.ts'
import { parseInput } from './parse.ts'

/** Whether a JSON value is a session, as `toJSON` writes it, rather than a conversation in another format. */
export const isSessionData = (json: unknown): boolean =>
  isObject(json) &&
  isObject(json.state) &&
  Array.isArray(json.events) &&
  json.events.every(event => isObject(event) && 'seq' in event && Array.isArray(event.parts))

/**
 * Returns a program for a stored session: the session itself, with the agent that answered last as the agent to compile
 * for.
 */
export function conversationIn(json: unknown, name: string): Program {
  try {
    const session = restoreSession(json)
    const last = session.events.findLast(({ author }) => roleOfAuthor(author) === 'model')
    return { agent: { name: last?.author ?? 'agent' }, session }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new UsageError(`${name} is not a session: ${error.message}`, forms)
  }
}

const forms =
  'expected a session, { events, state }, as its toJSON gives it, or a conversation in a known format'

/** Reads a session from a file, which contains a session as JSON or a conversation. */
export async function readSession(file: string, io: Io): Promise<Session> {
  const name = inputName(file)
  const json = parseInput(await readInput(file, io), name)
  try {
    // An object with only the field `state` is a session without events.
    if (isObject(json) && (Array.isArray(json.events) || isObject(json.state)))
      return restoreSession({ events: [], ...json })
    const conversation = importConversation(json)
    if (conversation) return conversation.session
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new UsageError(`${name} is not a session: ${error.message}`, forms)
  }
  throw new UsageError(`${name} is not a session: it holds ${describeJson(json)}`, forms)
}
