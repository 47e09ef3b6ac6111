import { type Agent, isNative } from '../../core/agent/agent.ts'
import type { EventInput } from '../../core/ir/event.ts'
import type { Part } from '../../core/ir/part.ts'
import { parseJson } from '../../core/text/json.ts'
import { importConversation } from '../../core/vendor/import-conversation.ts'

/** Maximum number of characters in one text, and in a whole attribute. */
const most = { text: 8_000, attribute: 120_000 }

const cutLongText = (text: string): string =>
  text.length > most.text ? `${text.slice(0, most.text).toWellFormed()}…` : text

/** Returns a value as JSON, with long texts cut. If the JSON is still too long, returns a note instead. */
function boundedJson(value: unknown, length: number): string {
  const json =
    JSON.stringify(value, (_, item: unknown) => (typeof item === 'string' ? cutLongText(item) : item)) ?? ''
  return json.length > length ? JSON.stringify(`omitted: ${json.length} characters`) : json
}

/** Returns a value as JSON, cut to the maximum length of an attribute. */
export function attributeJSON(value: unknown): string {
  try {
    return boundedJson(value, most.attribute)
  } catch {
    return '"a value that JSON does not hold"'
  }
}

function conventionPart(part: Part): object {
  switch (part.kind) {
    case 'text':
    case 'reasoning':
      return { type: part.kind, content: part.text }
    case 'tool-call': {
      const { id, name, arguments: given } = part
      return {
        type: 'tool_call',
        id,
        name,
        arguments: typeof given === 'string' ? parseJson(given, given) : given,
      }
    }
    case 'tool-result':
      return { type: 'tool_call_response', id: part.id, response: toolResponseOf(part.content) }
    case 'data':
    case 'file':
    case 'opaque':
      // Images, files and providers' own items would fill every attribute, so their data is omitted.
      return { type: part.kind }
  }
}

/** Returns the content of a tool result: one text, one value, or a list of parts. */
function toolResponseOf(content: readonly Part[]): unknown {
  const [first, ...others] = content
  if (first === undefined) return ''
  if (others.length > 0) return content.map(conventionPart)
  return first.kind === 'text' ? first.text : first.kind === 'data' ? first.value : conventionPart(first)
}

const conventionRole = ({ author }: EventInput): string =>
  author === 'user' || author === 'tool' ? author : author === 'developer' ? 'system' : 'assistant'

interface Message {
  readonly role: string
  readonly parts: readonly object[]
  readonly finish_reason?: string
}

const conventionParts = ({ parts = [], text }: EventInput): readonly object[] => [
  ...(text === undefined ? [] : [{ type: 'text', content: text }]),
  ...parts.map(conventionPart),
]

/** Returns messages as JSON in the form of OpenTelemetry's conventions. If they are too long, drops the oldest. */
export const messagesJSON = (events: readonly EventInput[]): string =>
  joinMessagesWithinLimit(
    events.map(event => ({ role: conventionRole(event), parts: conventionParts(event) })),
  )

/** Returns an answer as JSON in the form of the conventions: always one message, even for several events. */
export function answerJSON(events: readonly EventInput[], finish: string | null): string {
  const parts = events.filter(({ author }) => author !== 'tool').flatMap(conventionParts)
  return joinMessagesWithinLimit([{ role: 'assistant', parts, finish_reason: finish ?? 'stop' }])
}

function joinMessagesWithinLimit(messages: readonly Message[]): string {
  const texts = messages
    .filter(({ parts }) => parts.length > 0)
    .map(message => boundedJson(message, most.attribute))
  let length = texts.reduce((sum, text) => sum + text.length, 0)
  while (length > most.attribute && texts.length > 1) length -= texts.shift()?.length ?? 0
  return `[${texts.join(',')}]`
}

/** Texts of a request, as JSON in the form of OpenTelemetry's conventions. */
interface RequestContent {
  readonly messages: string
  /** Instructions of the request; null if there are none. */
  readonly instructions: string | null
  readonly tools: string | null
}

/** Returns the texts of a request in any supported format. */
export function requestContent(request: object): RequestContent {
  const conversation = importConversation(request)
  if (conversation === null) return { messages: '[]', instructions: null, tools: null }
  const { agent, session } = conversation
  const texts = instructionTextsOf(agent)
  const tools = (agent.tools ?? []).map(tool =>
    isNative(tool)
      ? { type: String(tool.native.payload.type ?? 'native') }
      : {
          ...{ type: 'function', name: tool.name },
          ...(tool.description !== undefined && { description: tool.description }),
          ...(tool.parameters !== undefined && { parameters: tool.parameters }),
        },
  )
  return {
    messages: messagesJSON(session.toJSON().events),
    instructions:
      texts.length === 0 ? null : attributeJSON(texts.map(content => ({ type: 'text', content }))),
    tools: tools.length === 0 ? null : attributeJSON(tools),
  }
}

/** Returns the texts of an agent's instructions, in any form in which an importer returns them. */
function instructionTextsOf({
  globalInstruction,
  staticInstruction = [],
  instruction,
}: Agent): readonly string[] {
  const fixed =
    typeof staticInstruction === 'string' ? [staticInstruction] : staticInstruction.map(({ text }) => text)
  const texts = [globalInstruction, ...fixed, instruction]
  return texts.filter((text): text is string => typeof text === 'string' && text !== '')
}
