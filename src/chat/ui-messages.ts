import type { Event } from '../ir/event.ts'
import { messageIdFor, userMessageId } from './message-id.ts'
import { notRewound } from './not-rewound.ts'
import type { ChatOptions, UIChunk } from './ui-chunk.ts'
import { type UIPart, withChunk } from './ui-parts.ts'
import { UIWriter } from './ui-writer.ts'

/** A message as the AI SDK's `useChat` keeps it. */
export interface UIMessage {
  readonly id: string
  readonly role: 'user' | 'assistant'
  readonly parts: readonly UIPart[]
}

/**
 * Returns the messages of a session for a page: what `uiStream` sent of it, as `useChat` keeps it. Pass them as the page's
 * first messages. Events that were rewound, internal ones and those of agents that work as tools are left out.
 *
 * @example
 * import { uiMessages } from 'ctxc/chat'
 * import { memoryStore } from 'ctxc/store'
 *
 * const store = memoryStore()
 * const key = { owner: { app: 'docs' }, id: 's1' }
 * await store.append(key, { expectedRevision: 0, status: 'idle', time: 0, events: [{ author: 'user', text: 'Hi' }] })
 * const record = await store.read(key)
 * console.log(uiMessages(record?.events ?? [])[0]) // { id: 'u0', role: 'user', parts: [ { type: 'text', text: 'Hi' } ] }
 */
export function uiMessages(events: readonly Event[], options: ChatOptions = {}): UIMessage[] {
  const messages: UIMessage[] = []
  const writer = new UIWriter(options)
  let parts: readonly UIPart[] = []
  let message: Event | null = null
  const add = (chunks: Iterable<UIChunk>): void => {
    for (const chunk of chunks) {
      const earlier = isKnown(parts, chunk) ? -1 : messages.findLastIndex(each => isKnown(each.parts, chunk))
      const found = messages[earlier]
      // A call may be answered after the user's next message.
      if (found === undefined) parts = withChunk(parts, chunk)
      else messages[earlier] = { ...found, parts: withChunk(found.parts, chunk) }
    }
  }
  const end = (): void => {
    add(writer.flush())
    if (parts.length > 0) messages.push({ id: messageIdFor(message), role: 'assistant', parts })
    parts = []
  }
  for (const event of notRewound(events)) {
    if (event.author === 'user' && event.branch === '' && event.visibility !== 'internal') {
      end()
      message = event
      messages.push({ id: userMessageId(event), role: 'user', parts: event.parts.flatMap(userPart) })
    } else add(writer.write({ type: 'event', event }))
  }
  end()
  return messages
}

/** Whether a message has the call of a chunk. */
const isKnown = (parts: readonly UIPart[], chunk: UIChunk): boolean => {
  const id = 'toolCallId' in chunk ? chunk.toolCallId : 'approvalId' in chunk ? chunk.approvalId : null
  return id !== null && parts.some(({ toolCallId }) => toolCallId === id)
}

function userPart(part: Event['parts'][number]): readonly UIPart[] {
  if (part.kind === 'text') return [{ type: 'text', text: part.text }]
  if (part.kind !== 'file' || part.source.type === 'id' || part.source.type === 'text') return []
  const { source, mediaType, name } = part
  const url = source.type === 'url' ? source.url : `data:${mediaType};base64,${source.data}`
  return [{ type: 'file', mediaType, url, ...(name !== undefined && { filename: name }) }]
}
