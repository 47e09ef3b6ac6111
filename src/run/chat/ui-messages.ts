import { readOptions } from '../../core/form/options.ts'
import type { Event } from '../../core/ir/event.ts'
import { beforeMessages, isUserMessage, messageIdFor, userMessageId } from './message-id.ts'
import { withoutRewoundEvents } from './not-rewound.ts'
import { type ChatOptions, chatChecks, type PlacedChunk } from './ui-chunk.ts'
import { applyChunkToParts, type UIPart } from './ui-parts.ts'
import { UIWriter } from './ui-writer.ts'

/** Message in the form of the AI SDK's `useChat`. */
export interface UIMessage {
  readonly id: string
  readonly role: 'user' | 'assistant'
  readonly parts: readonly UIPart[]
}

/**
 * Returns the messages of a session for a page: the same content as `uiStream` sends, in the form of `useChat`. Pass
 * them as the page's first messages. Drops rewound events, internal events and events of agents that work as tools.
 *
 * @example
 * import { uiMessages } from 'ctxc/chat'
 * import { inMemoryStore } from 'ctxc/store'
 *
 * const store = inMemoryStore()
 * const key = { owner: { app: 'docs' }, id: 's1' }
 * await store.append(key, { expectedRevision: 0, status: 'idle', time: 0, events: [{ author: 'user', text: 'Hi' }] })
 * const record = await store.read(key)
 * console.log(uiMessages(record?.events ?? [])[0]) // { id: 'u0', role: 'user', parts: [ { type: 'text', text: 'Hi' } ] }
 */
export function uiMessages(events: readonly Event[], options: ChatOptions = {}): UIMessage[] {
  const writer = new UIWriter(readOptions<ChatOptions>({ takes: chatChecks }, options, 'uiMessages'))
  const kept = withoutRewoundEvents(events)
  const answers = new Map<number, readonly UIPart[]>()
  const addChunkToMessage = (placed: Iterable<PlacedChunk>): void => {
    for (const { of, chunk } of placed) answers.set(of, applyChunkToParts(answers.get(of) ?? [], chunk))
  }
  for (const event of kept) addChunkToMessage(writer.writeRunEvent({ type: 'event', event }))
  addChunkToMessage(writer.writeCollectedAnswer())
  const answerTo = (seq: number): readonly UIMessage[] => {
    const parts = answers.get(seq) ?? []
    return parts.length === 0 ? [] : [{ id: messageIdFor(seq), role: 'assistant', parts }]
  }
  return [
    ...answerTo(beforeMessages),
    ...kept
      .filter(isUserMessage)
      .flatMap(event => [
        { id: userMessageId(event), role: 'user' as const, parts: event.parts.flatMap(toUserPart) },
        ...answerTo(event.seq),
      ]),
  ]
}

function toUserPart(part: Event['parts'][number]): readonly UIPart[] {
  if (part.kind === 'text') return [{ type: 'text', text: part.text }]
  if (part.kind !== 'file' || part.source.type === 'id' || part.source.type === 'text') return []
  const { source, mediaType, name } = part
  const url = source.type === 'url' ? source.url : `data:${mediaType};base64,${source.data}`
  return [{ type: 'file', mediaType, url, ...(name !== undefined && { filename: name }) }]
}
