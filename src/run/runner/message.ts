import { check, isText } from '../../core/form/check.ts'
import { wrongValueError } from '../../core/form/describe.ts'
import { Path } from '../../core/form/path.ts'
import type { EventInput } from '../../core/ir/event.ts'
import type { JsonObject } from '../../core/ir/json.ts'
import type { Part } from '../../core/ir/part.ts'
import type { RunLimits } from '../../core/ir/run-action.ts'
import type { NextStep } from '../../core/program/next-step.ts'
import { invocationOf } from '../../core/program/turn/invocation.ts'
import { assertPart } from '../../core/session/assert-part.ts'
import type { Session } from '../../core/session/session.ts'
import { valueKey } from '../../core/text/equal.ts'
import { frozenJson } from '../../core/text/json-value.ts'

/** Message of a user: a text, or parts with texts, files and data. */
export type Message = string | readonly Part[]

const assertId = check('a string that is not empty', id => isText(id) && id !== '')

const allowed = new Set(['text', 'file', 'data'])

/** Returns the parts of a message. Throws a TypeError for a value that is not a user's message. */
function partsOfMessage(message: unknown): readonly Part[] {
  const at = Path.named('message')
  if (typeof message === 'string') return [{ kind: 'text', text: message }]
  if (!Array.isArray(message) || message.length === 0)
    throw wrongValueError('a text or a list of parts', message, at)
  for (const [index, part] of message.entries()) {
    assertPart(part, `message[${index}]`)
    if (!allowed.has(part.kind))
      throw at.in(index).wrong(`must be a text, a file or data, got a ${part.kind}`)
  }
  // The list is copied, because the caller may change it later.
  return frozenJson(message) as unknown as readonly Part[]
}

/** Record of a run's request. */
export interface AskedRun {
  readonly runId: string
  readonly limits?: RunLimits
  readonly generateConfig?: JsonObject
  readonly tools?: string
}

/** Whether a run was requested and has not ended. */
const isRunning = (session: Session, steps: readonly NextStep[]): boolean =>
  invocationOf(session).isRun && steps[0]?.kind !== 'done'

/** Message of a user, as received. */
export interface ReceivedMessage {
  readonly parts: readonly Part[]
  /** Id of the message from its sender; undefined for none. */
  readonly id: string | undefined
  /** Texts of outsiders before the message. */
  readonly context: readonly EventInput[]
}

/**
 * Reads a message, its id and texts of outsiders before it. Throws a TypeError for a value that is not a user's message, or
 * for texts that are not an outsider's.
 */
export function readUserMessage(message: unknown, id: unknown, context: unknown = []): ReceivedMessage {
  if (id !== undefined) assertId(id, Path.named('messageId'))
  return {
    ...{ parts: partsOfMessage(message), id: id as string | undefined },
    context: readContext(context),
  }
}

/** Returns events of outsiders' texts. Throws a TypeError for any others, because they would be taken for the user's. */
function readContext(context: unknown): readonly EventInput[] {
  const at = Path.named('context')
  if (!Array.isArray(context)) throw wrongValueError('a list of events', context, at)
  return context.map((event: EventInput | undefined, index) => {
    if (event?.author !== 'user' || event.trust !== 'external')
      throw at.in(index).wrong("must be an event with author 'user' and trust 'external'")
    const parts = partsOfMessage(event.parts ?? event.text)
    return { author: 'user', trust: 'external', visibility: 'internal', parts }
  })
}

/** Error of a message whose id already belongs to a different message of the session. */
export class MessageError extends Error {
  override readonly name = 'MessageError'
}

/** Facts about the session to which a message is appended. */
export interface Receiving {
  readonly session: Session
  readonly steps: readonly NextStep[]
  /** Removes protected values from an event before it is stored. */
  readonly remove: (event: EventInput) => EventInput
}

/**
 * Whether the session's message with the given id has an equal text. Compares without protected values if they were
 * removed from the stored message.
 */
export function hasSameWords({ session, remove }: Receiving, { parts, id = '' }: ReceivedMessage): boolean {
  const known = session.units.runMarks.received.get(id)
  if (known === undefined) return false
  const event: EventInput = { author: 'user', parts }
  return valueKey(remove(event).parts) === valueKey(session.event(known).parts)
}

/**
 * Returns the event of a user's message; null if the session already has the message. If no run is active, the event
 * starts one. Otherwise the active run also answers the message. Throws a `MessageError` if the session has a different
 * message with this id.
 */
export function messageEvent(
  receiving: Receiving,
  received: ReceivedMessage,
  asked: AskedRun,
): EventInput | null {
  const { session, steps } = receiving
  const { parts, id } = received
  const known = id === undefined ? undefined : session.units.runMarks.received.get(id)
  if (known !== undefined) {
    if (hasSameWords(receiving, received)) return null
    throw new MessageError(
      `the message '${id}' of session '${session.id}' says something else: rewind to ${known} first, or use another messageId`,
    )
  }
  const run = {
    ...(!isRunning(session, steps) && { asked }),
    ...(id !== undefined && { received: { id } }),
  }
  return { author: 'user', parts, ...(Object.keys(run).length > 0 && { actions: { run } }) }
}
