import { type Actions, type Event, roleOfAuthor } from '../../ir/event.ts'
import { isObject, type JsonObject } from '../../ir/json.ts'
import type { Part } from '../../ir/part.ts'
import { readParts } from '../../vendor/gemini/read/parts.ts'
import { eitherSpelling, finiteNumber, listOr, objectOr, type Raw, stringOr } from '../read.ts'
import { unreadableEvent } from '../source.ts'
import { hasUnreadText } from '../unread-message.ts'

/** Names of the framework's internal calls and responses. These may contain credentials, and no model sees them. */
const frameworkNames = new Set([
  'adk_request_credential',
  'adk_request_confirmation',
  'adk_request_input',
  'adk_framework',
])

const isFrameworkPart = (part: Part): boolean =>
  (part.kind === 'tool-call' || part.kind === 'tool-result') && frameworkNames.has(part.name ?? '')

/** Returns the state changes of an event and the token usage of its model call; undefined if it has neither. */
function actionsOf(event: Raw): Actions | undefined {
  const delta = eitherSpelling(objectOr(event.actions), 'stateDelta')
  const usage = objectOr(eitherSpelling(event, 'usageMetadata'))
  const inputTokens = finiteNumber(eitherSpelling(usage, 'promptTokenCount'))
  const written = finiteNumber(eitherSpelling(usage, 'candidatesTokenCount'))
  const thought = finiteNumber(eitherSpelling(usage, 'thoughtsTokenCount')) ?? 0
  const model = stringOr(eitherSpelling(event, 'modelVersion'))
  const actions: Actions = {
    ...(isObject(delta) && Object.keys(delta).length > 0 && { state: { set: delta as JsonObject } }),
    ...(inputTokens !== undefined &&
      written !== undefined && {
        usage: { inputTokens, outputTokens: written + thought, ...(model && { model }) },
      }),
  }
  return Object.keys(actions).length > 0 ? actions : undefined
}

/** Reads the parts of an event's content. ADK stores contents in Gemini's form, even if another model wrote them. */
function partsOf(event: Raw, content: unknown): readonly Part[] {
  const author = objectOr(content).role === 'model' ? 'agent' : 'user'
  return readParts(objectOr(content).parts, {
    author,
    model: stringOr(eitherSpelling(event, 'modelVersion')) || undefined,
  })
}

/** Sets `pending` on the calls that an event lists as long-running, because their result comes later. */
function markPendingCalls(event: Raw, parts: readonly Part[]): readonly Part[] {
  const ids = new Set(listOr(eitherSpelling(event, 'longRunningToolIds')).filter(id => id !== ''))
  if (ids.size === 0) return parts
  return parts.map(part =>
    part.kind === 'tool-call' && ids.has(part.id) ? { ...part, pending: true } : part,
  )
}

/** Returns the transcript of audio that a live session received or produced; an empty list if there is none. */
function readTranscript(event: Raw, of: 'inputTranscription' | 'outputTranscription'): Part[] {
  const { text } = objectOr(eitherSpelling(event, of))
  return typeof text === 'string' && text !== '' ? [{ kind: 'text', text }] : []
}

/** Returns an agent's name as an author; `agent` if the name is empty or is a reserved author name in `ctxc`. */
export const agentAuthor = (author: string): string =>
  author === '' || roleOfAuthor(author) !== 'model' ? 'agent' : author

function authorOf(event: Raw, parts: readonly Part[]): string {
  // Results are the tools' own, even if an agent or the user passed them on.
  if (parts.length > 0 && parts.every(({ kind }) => kind === 'tool-result')) return 'tool'
  const author = stringOr(event.author)
  return author === 'user' ? author : agentAuthor(author)
}

/**
 * Returns the author and text of a live session's transcript, for an event without content; undefined if there is none.
 */
function readSpokenEvent(event: Raw): Pick<Event, 'author' | 'parts'> | undefined {
  const heard = readTranscript(event, 'inputTranscription')
  if (heard.length > 0) return { author: 'user', parts: heard }
  const said = readTranscript(event, 'outputTranscription')
  if (said.length === 0) return undefined
  return { author: event.author === 'user' ? 'agent' : authorOf(event, said), parts: said }
}

/** Reads an event of an ADK session. If the event is `hidden`, it gets no parts, but keeps its state changes. */
export function readEvent(value: unknown, seq: number, hidden: boolean): Event {
  if (!isObject(value) || typeof value.author !== 'string') return unreadableEvent(value, seq)
  const event: Raw = value
  const base = { seq, branch: stringOr(event.branch), response: '' }
  // A partial event changes nothing, because the framework later sends the complete event.
  if (event.partial === true) return { ...base, author: 'tool', parts: [], actions: {} }
  const actions = actionsOf(event)
  const changes = actions && { actions }
  const eventWithoutSpeaker = (parts: readonly Part[] = []): Event => ({
    ...base,
    author: 'tool',
    parts,
    actions: actions ?? {},
  })
  if (hidden) return eventWithoutSpeaker()
  const content = markPendingCalls(event, partsOf(event, event.content))
  if (content.some(isFrameworkPart)) return eventWithoutSpeaker()
  if (content.length > 0) return { ...base, author: authorOf(event, content), parts: content, ...changes }
  const summary = compactionOf(event)
  if (summary.length > 0) return eventWithoutSpeaker(summary)
  const spoken = readSpokenEvent(event)
  if (spoken) return { ...base, ...spoken, ...changes }
  return hasUnreadText('adk', event) ? { ...unreadableEvent(value, seq), ...changes } : eventWithoutSpeaker()
}

/** Whether an event may have no parts after reading: it is partial, internal to the framework, or empty. */
export function mayBeSilent(value: unknown): boolean {
  const event = objectOr(value)
  if (event.partial === true) return true
  const parts = [objectOr(event.content).parts ?? []].flat()
  return (
    parts.length === 0 ||
    parts.some(part => {
      const call =
        eitherSpelling(objectOr(part), 'functionCall') ?? eitherSpelling(objectOr(part), 'functionResponse')
      return frameworkNames.has(stringOr(objectOr(call).name))
    })
  )
}

/** Returns the parts of the summary that replaces earlier events; an empty list if the event has no summary. */
export function compactionOf(event: Raw): readonly Part[] {
  const compaction = objectOr(eitherSpelling(objectOr(event.actions), 'compaction'))
  return partsOf(event, eitherSpelling(compaction, 'compactedContent'))
}
