import type { Agent } from '../agent/agent.ts'
import type { Diagnostic } from '../diag/diagnostic.ts'
import { converseUnread, fieldsUnread, messagesNotRead, nothingRead } from '../diag/importing.ts'
import type { Event } from '../ir/event.ts'
import type { FormatName } from '../ir/extra.ts'
import { isObject, type JsonObject } from '../ir/json.ts'
import type { Part } from '../ir/part.ts'
import { sendEventFacts } from '../session/events.ts'
import { Keys } from '../session/keys.ts'
import { Log } from '../session/log.ts'
import { Session } from '../session/session.ts'
import type { FactSink, LogSource } from '../session/unit/sink.ts'
import { pointerStep } from '../text/json.ts'
import type { Conversation } from './conversation.ts'
import { isConverse } from './converse.ts'
import { isForeign } from './foreign.ts'
import { importerFor, importerForMessage, importerName } from './importer.ts'
import { objectOr, type Raw, uncheckedJson } from './read.ts'
import { type EventPieces, findUnread, type InputPiece } from './unread.ts'
import { isTextFullyRead, isUnread, lacksInstructionText, mayBeUnread } from './unread-message.ts'

/**
 * Reader of one format's messages. It creates events. It can also pass the parts of an event to a sink without creating
 * the event, which is faster.
 */
export interface Reader {
  /** Reads a message as an event. */
  event(message: unknown, seq: number): Event
  /** Passes the parts that `event` would read to a sink, in order; returns false if this message needs `event`. */
  scan(message: unknown, sink: FactSink): boolean
  /**
   * Whether a message certainly has this format, and nothing but what `event` reads. Such messages are not checked.
   * Absent if each message must be checked.
   */
  isCommon?(message: unknown): boolean
  /** Returns the input pieces that a message was made from; absent if each message is one piece of the input. */
  given?(message: unknown, place: number): EventPieces
  /** Returns the id of a message in the caller's list; absent if it is the message's field `id`. */
  idOf?(message: unknown, place: number): unknown
}

/** Data of the caller's input besides the messages. */
export interface Input {
  /** Request or record that has the messages under `key`; undefined if the input is a list of messages. */
  readonly request?: Raw
  readonly key?: string
  /** Pieces of the input that did not become a message, or whose message the framework skips. */
  readonly apart?: readonly Apart[]
  /** Diagnostics of the importer about the request. The fields named in these diagnostics are not reported again. */
  readonly said?: readonly Diagnostic[]
}

/** Piece of the input that is not in any event. `held`: data of this piece that was kept elsewhere. */
export interface Apart extends InputPiece {
  readonly held?: unknown
}

/**
 * Returns the input of an importer for a list of messages, or for a request with the list under `key`. `said` returns
 * diagnostics about the request.
 */
export const inputOf = (
  given: unknown,
  request: Raw,
  key: string,
  said: (request: Raw) => readonly Diagnostic[] = () => [],
): Input => (Array.isArray(given) ? {} : { request, key, said: said(request) })

/** Returns the request fields that a diagnostic names. */
const namedFields = ({ data }: Diagnostic): readonly unknown[] => [data.setting, data.fields].flat()

/** Messages of the caller, kept by reference, with their reader. The first `leading` ones became the instruction. */
export interface HeldMessages {
  readonly messages: readonly unknown[]
  readonly leading: number
  readonly reader: Reader
}

/** Returns a log source that reads the caller's messages on demand. */
function messageSource(
  { messages, leading, reader }: HeldMessages,
  unread: (place: number, event: () => Event) => readonly string[],
): LogSource {
  const { idOf = (message: unknown) => objectOr(message).id } = reader
  return {
    length: messages.length - leading,
    event(index, seq) {
      const message = messages[leading + index]
      const event = reader.event(message, seq)
      const id = idOf(message, leading + index)
      return typeof id === 'string' && id !== '' ? { ...event, id } : event
    },
    scan(index, sink) {
      const message = messages[leading + index]
      if (!reader.scan(message, sink)) sendEventFacts(reader.event(message, index), sink)
    },
    unread: index => unread(leading + index, () => reader.event(messages[leading + index], index)),
  }
}

/** Returns diagnostics for values of the input that were lost: they are not in its agent or its events. */
function reportUnreadInput(
  format: FormatName,
  { request, key = '', apart = [], said = [] }: Input,
  leading: readonly InputPiece[],
  ...held: readonly unknown[]
): readonly Diagnostic[] {
  const around: InputPiece[] = [
    ...(request === undefined ? [] : fieldsOf(request, [key, ...said.flatMap(namedFields)])),
    ...leading,
  ]
  const lost = around.length === 0 ? [] : findUnread(format, around, ...held)
  const passed = apart.flatMap(({ held, ...piece }) => findUnread(format, [piece], held))
  return [
    ...(lost.length > 0 ? [fieldsUnread(lost)] : []),
    ...(passed.length > 0 ? [messagesNotRead(passed)] : []),
  ]
}

/** Creates a conversation that reads the caller's messages on demand. */
export function createConversation<Format extends FormatName>(
  format: Format,
  agent: Agent,
  given: HeldMessages,
  input: Input,
  { id, state }: { readonly id: string; readonly state: JsonObject } = { id: '', state: {} },
): Conversation<Format> {
  const { messages, leading } = given
  const held: HeldMessages = { ...given, reader: readForeignAsData(format, given.reader) }
  const root = input.key === undefined || input.key === '' ? '' : `/${input.key}`
  const givenAt = (place: number): EventPieces =>
    given.reader.given?.(messages[place], place) ?? {
      pieces: [{ at: `${root}/${place}`, value: messages[place] }],
    }
  const { isCommon = () => false } = given.reader
  const unread = (place: number, event: () => Event): readonly string[] => {
    if (isCommon(messages[place])) return []
    const read = event()
    if (given.reader.given === undefined && isTextFullyRead(messages[place], read)) return []
    const { pieces, beside } = givenAt(place)
    return findUnread(format, pieces, read, beside)
  }
  const ofInstruction = messages.slice(0, leading).flatMap((_, place) => givenAt(place).pieces)
  const diagnostics = [
    ...(input.said ?? []),
    ...(isConverse(messages, input.request)
      ? [converseUnread(importerName(format))]
      : reportNothingRead(format, held)),
    ...reportUnreadInput(format, input, ofInstruction, agent, id, state),
  ]
  return {
    agent,
    session: new Session(id, Keys.of(state), Log.of(messageSource(held, unread))),
    format,
    leading,
    ...(diagnostics.length > 0 && { diagnostics }),
  }
}

/**
 * Returns the fields of a request except the fields in `without`. If a field is an object, its keys in `without` are
 * removed too.
 */
const fieldsOf = (request: Raw, without: readonly unknown[]): InputPiece[] =>
  Object.keys(request).flatMap(field => {
    const value = request[field]
    if (without.includes(field)) return []
    const isNamed = isObject(value) && Object.keys(value).some(key => without.includes(key))
    const rest = isNamed
      ? Object.fromEntries(Object.entries(value).filter(([key]) => !without.includes(key)))
      : value
    return [{ at: pointerStep(field), value: rest, field }]
  })

/**
 * Returns the number of leading messages in a list that are system text of a format. A message without text does not
 * count: it remains a message, so that its other content is sent.
 */
export function countLeading(
  format: FormatName,
  messages: readonly unknown[],
  isSystem: (message: unknown) => boolean,
  partsOf: (message: unknown) => readonly Part[],
): number {
  const end = messages.findIndex(
    message =>
      !isSystem(message) ||
      isForeign(format, message) ||
      lacksInstructionText(format, message, partsOf(message)),
  )
  return end < 0 ? messages.length : end
}

/** Returns a reader that keeps a message as data if it has another format, or if `reader` finds nothing in it. */
const readForeignAsData = (format: FormatName, reader: Reader): Reader => ({
  ...(reader.idOf && { idOf: reader.idOf }),
  event(message, seq) {
    if (reader.isCommon?.(message)) return reader.event(message, seq)
    if (isForeign(format, message)) return unreadableEvent(message, seq)
    const event = reader.event(message, seq)
    return isUnread(format, message, event) ? unreadableEvent(message, seq) : event
  },
  scan: (message, sink) =>
    (reader.isCommon?.(message) || (!isForeign(format, message) && !mayBeUnread(format, message))) &&
    reader.scan(message, sink),
})

/** Returns an error if some messages became data and no message could be read. Stops at the first readable message. */
function reportNothingRead(
  format: FormatName,
  { messages, leading, reader }: HeldMessages,
): readonly Diagnostic[] {
  const unread: string[] = []
  for (let place = leading; place < messages.length; place++) {
    const { parts, trust } = reader.event(messages[place], place - leading)
    if (trust === 'external') unread.push(`e:${place - leading}`)
    else if (parts.length > 0) return []
  }
  if (unread.length === 0) return []
  const used = importerName(format)
  const meant = importerFor(messages)
  // Another importer is suggested only if it knows the speaker of at least one message.
  const isHelp = meant !== used && messages.some(message => importerForMessage(message) === meant)
  return [nothingRead(unread, used, isHelp ? meant : null)]
}

/** Returns an event that keeps a message of an unknown speaker as data, with external trust. */
export const unreadableEvent = (value: unknown, seq: number): Event => ({
  seq,
  author: 'tool',
  trust: 'external',
  branch: '',
  response: '',
  parts: [{ kind: 'data', value: uncheckedJson(value) }],
})
