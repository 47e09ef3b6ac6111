import { type Event, roleOfAuthor } from '../../core/ir/event.ts'
import { rewindsIn } from '../../core/session/unit/rewinds.ts'
import { isUserMessage, messageIdFor, userMessageId } from './message-id.ts'
import { withoutRewoundEvents } from './not-rewound.ts'

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

/** A message of a page that has other versions if the message at its place differs in another version of the chat. */
interface VersionedMessage {
  readonly id: string
  /** Seq of the first event of the message. */
  readonly seq: number
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
export function messageVersions(
  events: readonly Event[],
  { version = events.length }: { readonly version?: number } = {},
): ChatVersions {
  const ends = [...rewindsIn(events).map(({ seq }) => seq), events.length]
  const chats = ends.map(revision => ({ revision, messages: versionedMessages(events.slice(0, revision)) }))
  const shown = versionedMessages(events.slice(0, version))
  const versions = shown.map(({ id, seq }, place): [string, readonly ChatVersion[]] => {
    const alike = chats.filter(({ messages }) =>
      shown.slice(0, place).every((message, index) => message.seq === messages[index]?.seq),
    )
    const newest = new Map(
      alike.flatMap(({ revision, messages }): [number, number][] => {
        const there = messages[place]
        return there === undefined ? [] : [[there.seq, revision]]
      }),
    )
    const all = [...newest].sort(([one], [other]) => one - other)
    return [id, all.map(([at, revision]) => versionOf(at === seq ? version : revision, at === seq))]
  })
  return Object.fromEntries(versions.filter(([, { length }]) => length > 1))
}

const versionOf = (revision: number, isShown: boolean): ChatVersion => ({ revision, isShown })

function versionedMessages(events: readonly Event[]): readonly VersionedMessage[] {
  const messages: VersionedMessage[] = []
  let asked: number | null = null
  for (const event of withoutRewoundEvents(events)) {
    const { author, branch, seq, visibility } = event
    if (isUserMessage(event)) {
      messages.push({ id: userMessageId(event), seq })
      asked = seq
    } else if (
      asked !== null &&
      roleOfAuthor(author) === 'model' &&
      !branch.startsWith('call:') &&
      visibility !== 'internal'
    ) {
      messages.push({ id: messageIdFor(asked), seq })
      asked = null
    }
  }
  return messages
}

/**
 * Returns the revision from which a chat that a page shows goes on; null if it is part of the current chat, which needs
 * no rewind.
 */
export const revisionToContinue = (events: readonly Event[], version: number | undefined): number | null =>
  version !== undefined && rewindsIn(events).some(({ seq }) => seq >= version) ? version : null
