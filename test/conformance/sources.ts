import { createSession, type EventInput } from 'ctxc'
import {
  type Conversation,
  fromADK,
  fromAnthropic,
  fromLangChain,
  fromOpenAI,
  fromOpenAIResponses,
} from 'ctxc/from'

/** The same history in several forms: as events, and as the messages of the formats that can hold it. */
export interface Forms {
  readonly events: readonly EventInput[]
  readonly chat?: readonly object[]
  readonly responses?: readonly object[]
  readonly anthropic?: readonly object[]
}

/** Input of a compile: a conversation is a program too. */
export type Program = Pick<Conversation, 'agent' | 'session'>

/** Every way in that the forms give. */
export function sources(forms: Forms): readonly (readonly [name: string, program: Program])[] {
  const agent = { name: 'agent', identity: false } as const
  return [
    ['createSession', { agent, session: createSession({ events: forms.events }) }] as const,
    ...adkSource(forms.events),
    ...(forms.chat ? [['fromOpenAI', fromOpenAI(forms.chat)] as const] : []),
    ...(forms.chat ? [['fromLangChain', fromLangChain(forms.chat.map(langChainMessage))] as const] : []),
    ...(forms.responses ? [['fromOpenAIResponses', fromOpenAIResponses(forms.responses)] as const] : []),
    ...(forms.anthropic ? [['fromAnthropic', fromAnthropic(forms.anthropic)] as const] : []),
  ]
}

/** The events as a session of ADK holds them; nothing where they hold what it cannot. */
function adkSource(events: readonly EventInput[]): (readonly [string, Program])[] {
  const stored = events.map(({ author, text, parts = [], branch = '', response, trust, extra }) => {
    const words = text === undefined ? [] : [{ text }]
    const pieces = parts.map(part => {
      if (part.kind === 'text') return { text: part.text }
      if (part.kind === 'tool-call')
        return { functionCall: { id: part.id, name: part.name, args: parsed(part.arguments) } }
      if (part.kind !== 'tool-result') return null
      const [only] = part.content
      const words = part.content.length === 1 && only?.kind === 'text' ? only.text : null
      return words === null ? null : { functionResponse: { id: part.id, name: part.name, response: words } }
    })
    const odd = response !== undefined || trust !== undefined || extra !== undefined || author === 'developer'
    if (odd || pieces.includes(null)) return null
    return { author: author === 'tool' ? 'agent' : author, branch, content: { parts: [...words, ...pieces] } }
  })
  return stored.every(event => event !== null) ? [['fromADK', fromADK(stored)]] : []
}

const parsed = (given: unknown): unknown => (typeof given === 'string' ? JSON.parse(given || '{}') : given)

/** A message of Chat Completions as LangChain holds it. */
function langChainMessage(message: object): object {
  const { role, tool_calls: calls, content, ...rest } = message as Record<string, unknown>
  const list = Array.isArray(calls)
    ? (calls as { id: string; function: { name: string; arguments: string } }[])
    : []
  return {
    ...rest,
    type: role,
    content: content ?? '',
    invalid_tool_calls: list.map(({ id, function: { name, arguments: args } }) => ({ id, name, args })),
  }
}

/** A call as an event's part. */
export const call = (id: string, name: string, value: object = {}) =>
  ({ kind: 'tool-call', id, name, arguments: JSON.stringify(value) }) as const

/** A result as an event's part. */
export const result = (id: string, text: string, name?: string) =>
  ({ kind: 'tool-result', id, ...(name && { name }), content: [{ kind: 'text', text }] }) as const

/** A call as Chat Completions has it. */
export const chatCall = (id: string, name: string, value: object = {}) => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(value) },
})

/** A call as Responses has it. */
export const itemCall = (call_id: string, name: string, value: object = {}) => ({
  type: 'function_call',
  call_id,
  name,
  arguments: JSON.stringify(value),
})
