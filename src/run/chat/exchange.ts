import type { Event } from '../../core/ir/event.ts'
import type { Part } from '../../core/ir/part.ts'
import type { SessionKey } from '../../core/session/owner.ts'
import { isEqual, valueKey } from '../../core/text/equal.ts'
import type { DecisionError } from '../runner/append-decision.ts'
import { restoredAnswer, restoredArguments } from './as-shown.ts'
import { joinTextParts } from './call-ending.ts'
import { type ChatHandlerOptions, resumedStream, shownValues } from './chat-options.ts'
import { isUserMessage, messageIdFor, userMessageId } from './message-id.ts'
import { developerEvent, withoutRewoundEvents } from './not-rewound.ts'
import type { AskedAgain, Post, PostedMessage, PostedOutcome } from './read-post.ts'
import { refusalResponse, streamingResponse } from './responses.ts'
import { UIWriter } from './ui-writer.ts'
import { revisionToContinue } from './versions.ts'

/** Request from a page, and the session that it is about. */
export interface Exchange {
  readonly options: ChatHandlerOptions
  readonly request: Request
  readonly key: SessionKey
}

/** Returns the last message of the user that was not rewound; null if there is none. */
export const newestUserMessage = (events: readonly Event[]): Event | null =>
  withoutRewoundEvents(events).findLast(isUserMessage) ?? null

/** Name of the error for a call that does not wait. Its class would differ in another copy of the package. */
const notDecided: DecisionError['name'] = 'DecisionError'

/** Answers a message: a new one, a repeated post, or an edit that replaces an earlier message. */
export async function answerPost({ options, key }: Exchange, posted: PostedMessage): Promise<Response> {
  const { runner, store, interrupt = 'deny' } = options
  const { parts, messageId = globalThis.crypto.randomUUID() } = posted
  const events = (await store.read(key))?.events ?? []
  const current = findMessageById(events, messageId)
  const since = events.length
  const isSaid = current !== null && (await hasPostedParts(options, key, current, parts))
  // If the page posts an edit twice, the edited message is already the last one.
  const isRepeated = isSaid && !(posted.isEdit && newestUserMessage(events) !== current)
  const version = isRepeated ? undefined : posted.version
  const from = revisionToContinue(events, version)
  const known = from === null ? current : findMessageById(events.slice(0, from), messageId)
  const isEdit = posted.isEdit && !isRepeated
  if (from !== null && known === null && !isEdit && hasMessage(events, messageId))
    return refusalResponse(409, 'the message is in another version of the chat')
  const isKnown =
    known === current ? isSaid : known !== null && (await hasPostedParts(options, key, known, parts))
  const rewindTo = isEdit ? known?.seq : undefined
  if (known !== null && rewindTo === undefined) {
    if (!isKnown)
      return refusalResponse(
        409,
        'another message has this id: an edited one is posted with its id as `messageId`',
      )
    // A message that was stored without the client's id can only be found by its seq.
    if (known.actions?.run?.received === undefined)
      return streamingResponse(options, resumedStream(options, key), {
        of: known.seq,
        begins: ({ seq }) => seq >= known.seq,
        since,
        known: events,
      })
  }
  const input = {
    message: parts,
    messageId,
    from: 0,
    ...shownValues(options),
    ...(rewindTo === undefined ? version !== undefined && { version } : { rewindTo }),
    ...(interrupt === 'deny' && { interrupt: 'waiting' as const }),
  }
  const begins = ({ actions }: Event): boolean => actions?.run?.received?.id === messageId
  const rewound = rewindTo ?? (known === null ? from : null)
  return streamingResponse(options, runner.run(key, input), {
    begins,
    since,
    // The events that the run's rewind takes back are not sent to the page.
    known:
      rewound === null ? events : [...events, developerEvent(events.length, { rewind: { to: rewound } })],
  })
}

/** Whether a message is in any version of a chat. */
const hasMessage = (events: readonly Event[], id: string): boolean =>
  events.some(event => isUserMessage(event) && userMessageId(event) === id)

const findMessageById = (events: readonly Event[], id: string): Event | null =>
  withoutRewoundEvents(events).findLast(event => isUserMessage(event) && userMessageId(event) === id) ?? null

/** Generates the answer to a message again. Rewinds everything after the message first. */
export async function regenerateAnswer({ options, key }: Exchange, asked: AskedAgain): Promise<Response> {
  const { runner, store } = options
  const record = await store.read(key)
  const events = record?.events ?? []
  const from = revisionToContinue(events, asked.version) ?? events.length
  const message = messageToAnswerAgain(events.slice(0, from), asked)
  if (record === null || message === null || !(await hasShownContent(options, key, message, asked)))
    return refusalResponse(404, 'there is no such message to answer')
  if (message.seq + 1 < record.revision) await runner.rewind(key, message.seq + 1)
  const known = (await store.read(key))?.events ?? []
  const { seq: of } = message
  const since = record.revision
  return streamingResponse(options, resumedStream(options, key), {
    of,
    begins: ({ seq }) => seq >= of,
    since,
    known,
  })
}

/**
 * Returns the user's message to answer again: the posted message, or the message whose answer is replaced, or the last
 * message if the page names neither. Null if there is no such message, or if the page shows a rewound answer.
 */
function messageToAnswerAgain(events: readonly Event[], { message, meant }: AskedAgain): Event | null {
  if (message === undefined && meant === undefined) return newestUserMessage(events)
  const all = withoutRewoundEvents(events).filter(isUserMessage)
  const found = all.findLast(event =>
    message === undefined
      ? [userMessageId(event), messageIdFor(event.seq)].includes(meant as string)
      : userMessageId(event) === message,
  )
  // An answer's id contains the seq of its message. A different seq means that the page shows a rewound answer.
  const isOther =
    meant !== undefined && /^a\d+$/.test(meant) && found !== undefined && messageIdFor(found.seq) !== meant
  return found === undefined || isOther ? null : found
}

/** Whether a stored message still has the content that the page shows. Another page may have edited the message. */
async function hasShownContent(
  options: ChatHandlerOptions,
  key: SessionKey,
  message: Event,
  { parts: shown, meant }: AskedAgain,
): Promise<boolean> {
  if (shown.length === 0 || meant === messageIdFor(message.seq)) return true
  const loaded = await messageAsShown(options, key, message)
  if (loaded !== undefined && joinTextParts(loaded.parts) === joinTextParts(shown)) return true
  return hasPostedParts(options, key, message, shown)
}

/** Whether a stored message has the given parts, even if protected values were removed when it was stored or shown. */
async function hasPostedParts(
  options: ChatHandlerOptions,
  key: SessionKey,
  message: Event,
  parts: readonly Part[],
): Promise<boolean> {
  if (valueKey(message.parts) === valueKey(parts)) return true
  const messageId = message.actions?.run?.received?.id
  if (messageId === undefined) {
    const loaded = await messageAsShown(options, key, message)
    return loaded !== undefined && valueKey(loaded.parts) === valueKey(parts)
  }
  return options.runner.hasMessage(key, parts, messageId)
}

/** Returns a message as a reloaded page shows it: without protected values, but with own values of the user. */
const messageAsShown = async (
  options: ChatHandlerOptions,
  key: SessionKey,
  { seq }: Event,
): Promise<Event | undefined> =>
  (await options.runner.events(key, shownValues(options)))?.find(event => event.seq === seq)

/**
 * Records decisions on calls and answers to them, and streams the run as it continues. Ignores those of calls that do not
 * wait for them.
 */
export async function settleCalls(
  { options, request, key }: Exchange,
  { decisions, outcomes: posted }: Pick<Extract<Post, { kind: 'decisions' }>, 'decisions' | 'outcomes'>,
): Promise<Response> {
  const { runner, store, by = (_, { owner }) => owner.user ?? 'user' } = options
  const before = await store.read(key)
  if (before === null) return refusalResponse(404, 'there is no such chat')
  const who = { by: by(request, key) }
  const isGiven = posted.some(given => 'answer' in given) || decisions.some(({ edited }) => edited)
  const shown = isGiven ? await runner.events(key, shownValues(options)) : null
  const forms = { made: before.events, shown: shown ?? [] }
  const outcomes = posted.map(given =>
    'answer' in given ? { ...given, answer: restoredAnswer(given.answer, given.call, forms) } : given,
  )
  const asked = outcomes.length === 0 ? [] : askedCallsIn(before.events, options)
  const wanted = asked.flatMap(place => outcomes.findLast(({ call }) => call === place) ?? [])
  const works = [
    ...decisions.map(({ call, approved, edited, ...why }) => () => {
      const changed = edited && { arguments: restoredArguments(edited, call, forms) }
      return runner[approved ? 'approve' : 'deny'](key, call, { ...who, ...why, ...changed })
    }),
    ...wanted.map(
      ({ call, ...given }) =>
        () =>
          'answer' in given
            ? runner.answer(key, call, given.answer, who)
            : runner.deny(key, call, { ...who, why: given.why }),
    ),
  ]
  for (const work of works)
    try {
      await work()
    } catch (error) {
      const { name, message, problems = [] } = (error ?? {}) as Partial<DecisionError>
      if (name !== notDecided) return refusalResponse(503, 'the decision could not be recorded')
      if (problems.length > 0) return refusalResponse(422, message ?? '')
    }
  const known = (await store.read(key))?.events ?? []
  const calls = [...decisions, ...wanted].map(({ call }) => call)
  const repeated = calls.length === 0 ? repeatedAnswer(known, outcomes) : []
  const followed = firstCallChange(known, [...calls, ...repeated], before.revision, options)
  if (followed === null)
    return refusalResponse(409, 'no call waits for these decisions: the chat has changed')
  const { of, seq: from } = followed
  return streamingResponse(options, resumedStream(options, key), {
    of,
    begins: ({ seq }) => seq >= from,
    since: from,
    known,
  })
}

/** Returns the call of the current message that has the posted answer already, as a list; none if there is no such call. */
function repeatedAnswer(events: readonly Event[], outcomes: readonly PostedOutcome[]): readonly string[] {
  const since = newestUserMessage(events)?.seq ?? 0
  const decided = events.findLast(
    ({ seq, actions }) => seq > since && actions?.run?.decided?.answer !== undefined,
  )?.actions?.run?.decided
  const posted = outcomes.findLast(({ call }) => call === decided?.call)
  return posted !== undefined && 'answer' in posted && isEqual(posted.answer, decided?.answer)
    ? [posted.call]
    : []
}

/** Returns the places of the calls that wait for an answer. */
function askedCallsIn(events: readonly Event[], options: ChatHandlerOptions): readonly string[] {
  const writer = new UIWriter(options)
  for (const event of withoutRewoundEvents(events))
    for (const _ of writer.writeRunEvent({ type: 'event', event }));
  return writer.askedCalls
}

/**
 * Returns the first event since `since` that settles one of the given calls or asks for its approval again, with the
 * seq of the user's message that the call belongs to. Null if there is no such event.
 */
function firstCallChange(
  events: readonly Event[],
  calls: readonly string[],
  since: number,
  options: ChatHandlerOptions,
): { readonly of: number; readonly seq: number } | null {
  const writer = new UIWriter(options)
  const found = new Map<string, { readonly of: number; readonly seq: number }>()
  for (const event of withoutRewoundEvents(events))
    for (const { of, chunk } of writer.writeRunEvent({ type: 'event', event })) {
      const call = 'toolCallId' in chunk ? chunk.toolCallId : 'approvalId' in chunk ? chunk.approvalId : ''
      if (!calls.includes(call)) continue
      const isAskedAgain = chunk.type === 'tool-input-available' && chunk.toolMetadata !== undefined
      const isReply = event.actions?.run?.decided?.question === true
      if (chunk.type === 'tool-input-available' && !isAskedAgain && !isReply) continue
      // A call whose tool was redeclared waits again, so its earlier decision does not count.
      const isAsking = chunk.type === 'tool-approval-request' || isAskedAgain
      if (isAsking) found.delete(call)
      if (isAsking ? event.seq >= since : !found.has(call)) found.set(call, { of, seq: event.seq })
    }
  return [...found.values()].sort((one, other) => one.seq - other.seq)[0] ?? null
}
