import { type Actions, type Event, roleOf } from '../../ir/event.ts'
import { isObject, type JsonObject } from '../../ir/json.ts'
import type { Part } from '../../ir/part.ts'
import { readParts } from '../../vendor/gemini/read/parts.ts'
import { eitherSpelling, list, number, object, type Raw, string } from '../read.ts'
import { unplaced } from '../source.ts'
import { holdsWords } from '../unread-message.ts'

/** Names of the framework's internal calls and responses. They may hold credentials, and no model sees them. */
const frameworkNames = new Set([
  'adk_request_credential',
  'adk_request_confirmation',
  'adk_request_input',
  'adk_framework',
])

const isFrameworks = (part: Part): boolean =>
  (part.kind === 'tool-call' || part.kind === 'tool-result') && frameworkNames.has(part.name ?? '')

/** Returns the state changes of an event and the token usage of its model call; undefined if it has neither. */
function actionsOf(event: Raw): Actions | undefined {
  const delta = eitherSpelling(object(event.actions), 'stateDelta')
  const usage = object(eitherSpelling(event, 'usageMetadata'))
  const inputTokens = number(eitherSpelling(usage, 'promptTokenCount'))
  const written = number(eitherSpelling(usage, 'candidatesTokenCount'))
  const thought = number(eitherSpelling(usage, 'thoughtsTokenCount')) ?? 0
  const model = string(eitherSpelling(event, 'modelVersion'))
  const actions: Actions = {
    ...(isObject(delta) && Object.keys(delta).length > 0 && { state: { set: delta as JsonObject } }),
    ...(inputTokens !== undefined &&
      written !== undefined && {
        usage: { inputTokens, outputTokens: written + thought, ...(model && { model }) },
      }),
  }
  return Object.keys(actions).length > 0 ? actions : undefined
}

/** Reads the parts of a content. ADK stores contents in Gemini's form, whatever the model. */
function partsOf(event: Raw, content: unknown): readonly Part[] {
  const author = object(content).role === 'model' ? 'agent' : 'user'
  return readParts(object(content).parts, {
    author,
    model: string(eitherSpelling(event, 'modelVersion')) || undefined,
  })
}

/** Sets `pending` on the calls that an event lists as long-running: their result comes later. */
function withPending(event: Raw, parts: readonly Part[]): readonly Part[] {
  const ids = new Set(list(eitherSpelling(event, 'longRunningToolIds')).filter(id => id !== ''))
  if (ids.size === 0) return parts
  return parts.map(part =>
    part.kind === 'tool-call' && ids.has(part.id) ? { ...part, pending: true } : part,
  )
}

/** Returns the transcript of audio that a live session received or produced; an empty list if there is none. */
function transcript(event: Raw, of: 'inputTranscription' | 'outputTranscription'): Part[] {
  const { text } = object(eitherSpelling(event, of))
  return typeof text === 'string' && text !== '' ? [{ kind: 'text', text }] : []
}

/** Returns an agent's name as an author; `agent` if the name is empty or has another meaning as an author in `ctxc`. */
export const agentNamed = (author: string): string =>
  author === '' || roleOf(author) !== 'model' ? 'agent' : author

function authorOf(event: Raw, parts: readonly Part[]): string {
  // Results belong to the tools, even if an agent or the user forwarded them.
  if (parts.length > 0 && parts.every(({ kind }) => kind === 'tool-result')) return 'tool'
  const author = string(event.author)
  return author === 'user' ? author : agentNamed(author)
}

/**
 * Returns the author and text of a live session's transcript, for an event without content; undefined if there is none.
 */
function spokenIn(event: Raw): Pick<Event, 'author' | 'parts'> | undefined {
  const heard = transcript(event, 'inputTranscription')
  if (heard.length > 0) return { author: 'user', parts: heard }
  const said = transcript(event, 'outputTranscription')
  if (said.length === 0) return undefined
  return { author: event.author === 'user' ? 'agent' : authorOf(event, said), parts: said }
}

/** Reads an event of an ADK session. A `hidden` event has no parts, but keeps its state changes. */
export function readEvent(value: unknown, seq: number, hidden: boolean): Event {
  if (!isObject(value) || typeof value.author !== 'string') return unplaced(value, seq)
  const event: Raw = value
  const base = { seq, branch: string(event.branch), response: '' }
  // The framework sends a partial event again in full, so the partial event changes nothing.
  if (event.partial === true) return { ...base, author: 'tool', parts: [], actions: {} }
  const actions = actionsOf(event)
  const changes = actions && { actions }
  const silent = (parts: readonly Part[] = []): Event => ({
    ...base,
    author: 'tool',
    parts,
    actions: actions ?? {},
  })
  if (hidden) return silent()
  const content = withPending(event, partsOf(event, event.content))
  if (content.some(isFrameworks)) return silent()
  if (content.length > 0) return { ...base, author: authorOf(event, content), parts: content, ...changes }
  const summary = compactionOf(event)
  if (summary.length > 0) return silent(summary)
  const spoken = spokenIn(event)
  if (spoken) return { ...base, ...spoken, ...changes }
  return holdsWords('adk', event) ? { ...unplaced(value, seq), ...changes } : silent()
}

/** Whether an event may have no parts after reading: it is partial, internal to the framework, or empty. */
export function mayBeSilent(value: unknown): boolean {
  const event = object(value)
  if (event.partial === true) return true
  const parts = [object(event.content).parts ?? []].flat()
  return (
    parts.length === 0 ||
    parts.some(part => {
      const call =
        eitherSpelling(object(part), 'functionCall') ?? eitherSpelling(object(part), 'functionResponse')
      return frameworkNames.has(string(object(call).name))
    })
  )
}

/** Returns the parts of the summary that replaces earlier events; an empty list if the event has no summary. */
export function compactionOf(event: Raw): readonly Part[] {
  const compaction = object(eitherSpelling(object(event.actions), 'compaction'))
  return partsOf(event, eitherSpelling(compaction, 'compactedContent'))
}
