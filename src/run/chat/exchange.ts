import type { Event } from '../../core/ir/event.ts'
import type { Part } from '../../core/ir/part.ts'
import type { SessionKey } from '../../core/session/owner.ts'
import { valueKey } from '../../core/text/equal.ts'
import type { DecisionError } from '../runner/decision-error.ts'
import type { ChatHandlerOptions } from './chat-options.ts'
import { isUserMessage, messageIdFor, userMessageId } from './message-id.ts'
import { notRewound } from './not-rewound.ts'
import type { AskedAgain, PostedDecision, PostedMessage } from './read-post.ts'
import { refused, streamed } from './responses.ts'
import { UIWriter } from './ui-writer.ts'

/** A request about a session. */
export interface Exchange {
  readonly options: ChatHandlerOptions
  readonly request: Request
  readonly key: SessionKey
}

/** Returns the last message of the user that was not taken back; null if there is none. */
export const lastMessage = (events: readonly Event[]): Event | null =>
  notRewound(events).findLast(isUserMessage) ?? null

/** Name of the error of a call that does not wait; the class may be another copy of the package's. */
const notDecided: DecisionError['name'] = 'DecisionError'

/** Answers a message: a new one, one that is posted again, or one that takes the place of an earlier one. */
export async function say({ options, key }: Exchange, posted: PostedMessage): Promise<Response> {
  const { runner, store, interrupt = 'deny' } = options
  const { parts, messageId = globalThis.crypto.randomUUID() } = posted
  const events = (await store.read(key))?.events ?? []
  const known = messageWith(events, messageId)
  const since = events.length
  const isSaid = known !== null && (await says(options, key, known, parts))
  // An edit that is the last message is there already.
  const isEdit = posted.isEdit && !(isSaid && lastMessage(events) === known)
  const rewindTo = isEdit ? known?.seq : undefined
  if (known !== null && rewindTo === undefined) {
    if (!isSaid)
      return refused(409, 'another message has this id: an edited one is posted with its id as `messageId`')
    // A message without an id of its sender's is known by its place alone.
    if (known.actions?.run?.received === undefined)
      return streamed(options, runner.resume(key, { from: 0 }), {
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
    ...(rewindTo !== undefined && { rewindTo }),
    ...(interrupt === 'deny' && { interrupt: 'waiting' as const }),
  }
  const begins = ({ actions }: Event): boolean => actions?.run?.received?.id === messageId
  return streamed(options, runner.run(key, input), {
    begins,
    since,
    known: rewindTo === undefined ? events : [...events, rewindAt(events.length, rewindTo)],
  })
}

/** Returns the mark of a rewind that a run is about to append. */
const rewindAt = (seq: number, to: number): Event => ({
  ...{ seq, author: 'developer', branch: '', response: '', parts: [] },
  actions: { rewind: { to } },
})

const messageWith = (events: readonly Event[], id: string): Event | null =>
  notRewound(events).findLast(event => isUserMessage(event) && userMessageId(event) === id) ?? null

/** Makes the answer to a message again, and takes back what follows the message. */
export async function again({ options, key }: Exchange, asked: AskedAgain): Promise<Response> {
  const { runner, store } = options
  const record = await store.read(key)
  const message = askedMessage(record?.events ?? [], asked)
  if (record === null || message === null || !(await isStillSaid(options, key, message, asked)))
    return refused(404, 'there is no such message to answer')
  if (message.seq + 1 < record.revision) await runner.rewind(key, message.seq + 1)
  const known = (await store.read(key))?.events ?? []
  const { seq: of } = message
  const since = record.revision
  return streamed(options, runner.resume(key, { from: 0 }), {
    of,
    begins: ({ seq }) => seq >= of,
    since,
    known,
  })
}

/** Returns the message whose answer a page wants again: the posted one, if the answer is one to it; by default the last one. */
function askedMessage(events: readonly Event[], { message, meant }: AskedAgain): Event | null {
  if (message === undefined && meant === undefined) return lastMessage(events)
  const all = notRewound(events).filter(isUserMessage)
  const found = all.findLast(event =>
    message === undefined
      ? [userMessageId(event), messageIdFor(event.seq)].includes(meant as string)
      : userMessageId(event) === message,
  )
  // An answer of ours names its message: if that is another one, the page shows what is not there any more.
  const isOther =
    meant !== undefined && /^a\d+$/.test(meant) && found !== undefined && messageIdFor(found.seq) !== meant
  return found === undefined || isOther ? null : found
}

/** Whether a message says what the page shows of it: it may have been edited in another one. */
async function isStillSaid(
  options: ChatHandlerOptions,
  key: SessionKey,
  message: Event,
  { parts: shown, meant }: AskedAgain,
): Promise<boolean> {
  if (shown.length === 0 || meant === messageIdFor(message.seq)) return true
  const loaded = await shownOf(options, key, message)
  if (loaded !== undefined && textOf(loaded.parts) === textOf(shown)) return true
  return says(options, key, message, shown)
}

/** Whether a message in the log has these parts, also if it is stored or shown without its values. */
async function says(
  options: ChatHandlerOptions,
  key: SessionKey,
  message: Event,
  parts: readonly Part[],
): Promise<boolean> {
  if (valueKey(message.parts) === valueKey(parts)) return true
  const messageId = message.actions?.run?.received?.id
  if (messageId === undefined) {
    const loaded = await shownOf(options, key, message)
    return loaded !== undefined && valueKey(loaded.parts) === valueKey(parts)
  }
  return options.runner.hasMessage(key, parts, messageId)
}

/** Returns a message in the protected form, as a page that was loaded has it. */
const shownOf = async (
  { runner }: ChatHandlerOptions,
  key: SessionKey,
  { seq }: Event,
): Promise<Event | undefined> => (await runner.events(key))?.find(event => event.seq === seq)

const textOf = (parts: readonly Part[]): string =>
  parts.map(part => (part.kind === 'text' ? part.text : '')).join('\n')

/** Decides about calls, and streams what follows. Decisions on calls that do not wait change nothing. */
export async function decideCalls(
  { options, request, key }: Exchange,
  decisions: readonly PostedDecision[],
): Promise<Response> {
  const { runner, store, by = (_, { owner }) => owner.user ?? 'user' } = options
  const before = await store.read(key)
  if (before === null) return refused(404, 'there is no such chat')
  for (const { call, approved, ...why } of decisions)
    try {
      await runner[approved ? 'approve' : 'deny'](key, call, { by: by(request, key), ...why })
    } catch (error) {
      if ((error as Partial<Error> | null)?.name !== notDecided)
        return refused(503, 'the decision could not be recorded')
    }
  const known = (await store.read(key))?.events ?? []
  const followed = firstAbout(
    known,
    decisions.map(({ call }) => call),
    before.revision,
    options,
  )
  if (followed === null) return refused(409, 'no call waits for these decisions: the chat has changed')
  const { of, seq: from } = followed
  return streamed(options, runner.resume(key, { from: 0 }), {
    of,
    begins: ({ seq }) => seq >= from,
    since: from,
    known,
  })
}

/**
 * Returns the first event that ends the wait of one of some calls, or asks again since `since`, and the seq of the message in
 * whose answer the call is; null if nothing does.
 */
function firstAbout(
  events: readonly Event[],
  calls: readonly string[],
  since: number,
  options: ChatHandlerOptions,
): { readonly of: number; readonly seq: number } | null {
  const writer = new UIWriter(options)
  const found = new Map<string, { readonly of: number; readonly seq: number }>()
  for (const event of notRewound(events))
    for (const { of, chunk } of writer.write({ type: 'event', event })) {
      const call = 'toolCallId' in chunk ? chunk.toolCallId : 'approvalId' in chunk ? chunk.approvalId : ''
      if (!calls.includes(call) || chunk.type === 'tool-input-available') continue
      // A call that waits is not decided; one that was declared anew is asked about again.
      if (chunk.type === 'tool-approval-request') found.delete(call)
      if (chunk.type === 'tool-approval-request' ? event.seq >= since : !found.has(call))
        found.set(call, { of, seq: event.seq })
    }
  return [...found.values()].sort((one, other) => one.seq - other.seq)[0] ?? null
}
