import type { ChatMessage } from '../../src/core/vendor/openai/write/chat/request.ts'
import { importPeer } from '../library/import-peer.ts'
import type { Assembler } from './assembler.ts'
import { stateless } from './stateless.ts'
import { callsOf, contentOf } from './texts.ts'

interface Part {
  readonly text?: string
  readonly functionCall?: { readonly id?: string; readonly name: string; readonly args: object }
  readonly functionResponse?: { readonly id?: string; readonly response: { readonly result: string } }
}

/** One content of a request to Gemini. */
interface Content {
  readonly role: 'user' | 'model'
  readonly parts: readonly Part[]
}

/** The processor that fills a request's contents from a session's events. It knows no budget. */
export const adk: Assembler = {
  name: 'Google ADK contents',
  kind: 'peer',
  budgeted: false,
  optional: true,
  async load() {
    const { CONTENT_REQUEST_PROCESSOR, LlmAgent, createEvent, createSession } =
      await importPeer('@google/adk')
    const agent = new LlmAgent({ name: 'assistant', model: 'gemini-2.5-flash' })
    return messages => {
      const names = new Map<string, string>()
      return stateless<object>({
        convert: message => createEvent(eventOf(message, names)),
        async run(events) {
          const session = createSession({ id: 's', appName: 'bench', events })
          const request: { contents: Content[] } = { contents: [] }
          for await (const _ of CONTENT_REQUEST_PROCESSOR.runAsync({ agent, session }, request));
          return request.contents
        },
        read: outcome => (outcome as Content[]).flatMap(toChat),
      })(messages)
    }
  },
}

function eventOf(message: ChatMessage, names: Map<string, string>): object {
  const text = contentOf(message)
  const words = text === '' ? [] : [{ text }]
  if (message.role === 'tool') {
    const { tool_call_id: id } = message
    const functionResponse = { id, name: names.get(id) ?? 'tool', response: { result: text } }
    return { author: 'assistant', content: { role: 'user', parts: [{ functionResponse }] } }
  }
  if (message.role !== 'assistant') return { author: 'user', content: { role: 'user', parts: words } }
  const calls = callsOf(message).map(({ id, function: { name, arguments: written } }) => {
    names.set(id, name)
    return { functionCall: { id, name, args: JSON.parse(written) } }
  })
  return { author: 'assistant', content: { role: 'model', parts: [...words, ...calls] } }
}

function toChat({ role, parts }: Content): ChatMessage[] {
  const results = parts.flatMap(({ functionResponse }) => functionResponse ?? [])
  const answers = results.map(({ id = '', response }) => ({
    role: 'tool' as const,
    tool_call_id: id,
    content: response.result,
  }))
  const text = parts.map(part => part.text ?? '').join('')
  if (role === 'user') return text === '' ? answers : [...answers, { role: 'user', content: text }]
  const calls = parts.flatMap(({ functionCall }) => functionCall ?? [])
  const written = calls.map(({ id = '', name, args }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: JSON.stringify(args) },
  }))
  return [
    {
      role: 'assistant',
      content: text === '' ? null : text,
      ...(written.length > 0 && { tool_calls: written }),
    },
  ]
}
