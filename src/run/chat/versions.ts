import { type OptionsForm, readOptions } from '../../core/form/options.ts'
import { wholeNumber } from '../../core/form/quantities.ts'
import { type Event, roleOfAuthor } from '../../core/ir/event.ts'
import { rewindsIn } from '../../core/session/unit/rewinds.ts'
import { isToolAgentBranch, isUserMessage, messageIdFor, userMessageId } from './message-id.ts'

/** A version of a message: the message itself as edited, or an answer as generated again. */
export interface ChatVersion {
  /**
   * Number of the session's events with which the newest chat with this version ends. `GET /api/chat/ID?version=REVISION`
   * returns that chat, and a post with `version: REVISION` in its body continues it.
   */
  readonly revision: number
  /** Whether the chat that was asked for has this version. */
  readonly isShown: boolean
}

/** Versions of each message that has several, by the message's id on the page; each list is ordered from oldest to newest. */
export type ChatVersions = Readonly<Record<string, readonly ChatVersion[]>>

/** Options of `messageVersions`. */
export interface ChatVersionsOptions {
  /** Number of events of the shown version; by default, all. */
  readonly version?: number
}

const form: OptionsForm<ChatVersionsOptions> = { takes: { version: wholeNumber } }

/** A message in one version of a chat, with the message before it. Messages with one message before are versions. */
interface VersionedMessage {
  readonly id: string
  /** Seq of the first event of the message. */
  readonly seq: number
  readonly before: VersionedMessage | null
  /** Newest revision of a chat that contains the message; 0 for none. */
  newest: number
}

/** Chat after some events: its last message, and the user's message that waits for an answer. */
interface ChatAt {
  readonly last: VersionedMessage | null
  readonly asked: number | null
}

/**
 * Returns the versions of a chat's messages. Each edit and each answer that was generated again made one: the session
 * was rewound, and keeps what it took back. Nothing else is stored for a version.
 *
 * @example
 * import { createSession } from 'ctxc'
 * import { messageVersions } from 'ctxc/chat'
 *
 * const session = createSession({ events: [{ author: 'user', text: 'Paris?' }] })
 * const edited = session.rewind(0).append({ author: 'user', text: 'London?' })
 * console.log(messageVersions(edited.events))
 * // { u2: [ { revision: 1, isShown: false }, { revision: 3, isShown: true } ] }
 */
export function messageVersions(events: readonly Event[], options: ChatVersionsOptions = {}): ChatVersions {
  const { version = events.length } = readOptions(form, options, 'messageVersions')
  const { chats, messages } = chatsOf(events)
  for (const revision of [...rewindsIn(events).map(({ seq }) => seq), events.length]) {
    const last = chats[revision]?.last
    if (last) last.newest = revision
  }
  // Later messages come last, so each message passes its revision on before the message before it does.
  for (const { before, newest } of messages.toReversed())
    if (before !== null) before.newest = Math.max(before.newest, newest)
  const all = new Map<VersionedMessage | null, VersionedMessage[]>()
  for (const message of messages.filter(({ newest }) => newest > 0))
    if (!all.get(message.before)?.push(message)) all.set(message.before, [message])
  const versions: [string, readonly ChatVersion[]][] = []
  for (let shown = chats[version]?.last ?? null; shown !== null; shown = shown.before) {
    const { id, seq, before } = shown
    const alike = all.get(before) ?? []
    const own = alike.map(each => versionOf(each.seq === seq ? version : each.newest, each.seq === seq))
    if (own.length > 1) versions.unshift([id, own])
  }
  return Object.fromEntries(versions)
}

const versionOf = (revision: number, isShown: boolean): ChatVersion => ({ revision, isShown })

/** Returns the chat after each number of events, and all messages of all versions. A rewind goes back to such a chat. */
function chatsOf(events: readonly Event[]): {
  readonly chats: readonly ChatAt[]
  readonly messages: readonly VersionedMessage[]
} {
  const messages: VersionedMessage[] = []
  const chats: ChatAt[] = [{ last: null, asked: null }]
  for (const event of events) {
    const chat = chats[Math.min(event.actions?.rewind?.to ?? event.seq, event.seq)] as ChatAt
    const message = event.actions?.rewind === undefined ? messageOf(event, chat) : null
    if (message !== null) messages.push(message)
    const asked = isUserMessage(event) ? event.seq : message === null ? chat.asked : null
    chats.push({ last: message ?? chat.last, asked })
  }
  return { chats, messages }
}

/** Returns the message of a page that begins with an event; null if none does. */
function messageOf(event: Event, { last, asked }: ChatAt): VersionedMessage | null {
  const { author, branch, seq, visibility } = event
  const message = { seq, before: last, newest: 0 }
  if (isUserMessage(event)) return { ...message, id: userMessageId(event) }
  const isAnswer = roleOfAuthor(author) === 'model' && !isToolAgentBranch(branch) && visibility !== 'internal'
  return asked !== null && isAnswer ? { ...message, id: messageIdFor(asked) } : null
}

/**
 * Returns the revision from which a chat that a page shows goes on; null if it is part of the current chat, which needs
 * no rewind.
 */
export const revisionToContinue = (events: readonly Event[], version: number | undefined): number | null =>
  version !== undefined && rewindsIn(events).some(({ seq }) => seq >= version) ? version : null
