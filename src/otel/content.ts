import { importConversation } from '../from/index.ts'
import type { EventInput } from '../ir/event.ts'
import type { Part } from '../ir/part.ts'

/** Most characters of one text, and of an attribute. */
const most = { text: 8_000, attribute: 120_000 }

const cut = (text: string): string =>
  text.length > most.text ? `${text.slice(0, most.text).toWellFormed()}…` : text

/** Returns JSON whose long texts are cut; if it is still too long, a text that says so. */
function boundedJson(value: unknown, length: number): string {
  const json =
    JSON.stringify(value, (_, item: unknown) => (typeof item === 'string' ? cut(item) : item)) ?? ''
  return json.length > length ? JSON.stringify(`omitted: ${json.length} characters`) : json
}

/** Returns a value as the JSON of an attribute. */
export function jsonOf(value: unknown): string {
  try {
    return boundedJson(value, most.attribute)
  } catch {
    return '"a value that JSON does not hold"'
  }
}

function partOf(part: Part): object {
  switch (part.kind) {
    case 'text':
    case 'reasoning':
      return { type: part.kind, content: part.text }
    case 'tool-call':
      return { type: 'tool_call', id: part.id, name: part.name, arguments: part.arguments }
    case 'tool-result':
      return { type: 'tool_call_response', id: part.id, response: part.content.map(partOf) }
    default:
      // Data of images and files, and items of providers, would fill every attribute.
      return { type: part.kind }
  }
}

const roleOf = ({ author }: EventInput): string =>
  author === 'user' || author === 'tool' ? author : author === 'developer' ? 'system' : 'assistant'

/** Returns messages in the form of the conventions. The oldest are left out of what would be too long. */
export function messagesOf(events: readonly EventInput[]): string {
  const messages = events
    .filter(({ parts = [], text }) => parts.length > 0 || text !== undefined)
    .map(event => ({
      role: roleOf(event),
      parts: [
        ...(event.text === undefined ? [] : [{ type: 'text', content: event.text }]),
        ...(event.parts ?? []).map(partOf),
      ],
    }))
  const texts = messages.map(message => boundedJson(message, most.attribute))
  let length = texts.reduce((sum, text) => sum + text.length, 0)
  while (length > most.attribute && texts.length > 1) length -= texts.shift()?.length ?? 0
  return `[${texts.join(',')}]`
}

/** Returns the messages of a request, read as an importer reads it. */
export function requestMessages(request: object): string {
  const conversation = importConversation(request)
  if (conversation === null) return '[]'
  const { agent, session } = conversation
  const system = typeof agent.instruction === 'string' && agent.instruction !== '' ? [agent.instruction] : []
  const { events } = session.toJSON()
  return messagesOf([...system.map(text => ({ author: 'developer', text })), ...events])
}
