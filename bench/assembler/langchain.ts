import type { ChatMessage } from '../../src/core/vendor/openai/write/chat/request.ts'
import { ctxc } from '../library/ctxc.ts'
import { importPeer } from '../library/import-peer.ts'
import type { Count } from '../library/library.ts'
import type { Assembler } from './assembler.ts'
import { stateless } from './stateless.ts'
import { callsOf, contentOf } from './texts.ts'

/** Fields of LangChain's message that this file reads. */
interface Message {
  readonly type: string
  readonly content: string
  readonly tool_call_id?: string
  readonly tool_calls?: readonly { readonly id: string; readonly name: string; readonly args: object }[]
}

type Counter = (messages: readonly Message[]) => number

/** trimMessages, with a counter, and the kinds of messages that a history may begin with. */
export const trimming = (
  name: string,
  counter: () => Promise<Counter>,
  startOn: readonly string[] = ['human'],
): Assembler => ({
  name,
  kind: 'peer',
  budgeted: true,
  async load(budget) {
    const { trimMessages, HumanMessage, AIMessage, ToolMessage } =
      await importPeer('@langchain/core/messages')
    const options = { maxTokens: budget, strategy: 'last', startOn, tokenCounter: await counter() }
    return stateless<Message>({
      convert(message) {
        const content = contentOf(message)
        if (message.role === 'tool') return new ToolMessage({ content, tool_call_id: message.tool_call_id })
        if (message.role !== 'assistant') return new HumanMessage(content)
        const calls = callsOf(message).map(({ id, function: { name, arguments: written } }) => ({
          id,
          name,
          args: JSON.parse(written),
          type: 'tool_call',
        }))
        return new AIMessage({ content, tool_calls: calls })
      },
      run: messages => trimMessages(messages, options),
      read: outcome => (outcome as Message[]).map(toChat),
    })
  },
})

/** With the counter that LangChain brings: characters by four. */
export const langchain = trimming('LangChain trimMessages, its counter', async () => {
  const { countTokensApproximately } = await importPeer('langchain')
  return countTokensApproximately
})

/** Its kind of counter, made of one for texts. */
export const counterOf =
  (count: Count): Counter =>
  messages =>
    messages.reduce((sum, { content, tool_calls: calls = [] }) => {
      const called = calls.reduce((sum, { name, args }) => sum + count(name) + count(JSON.stringify(args)), 4)
      return sum + called + count(content)
    }, 0)

/** With ours: the fastest exact counter there is for it. */
export const langchainExact = trimming('LangChain trimMessages, exact', async () =>
  counterOf(await ctxc.load()),
)

function toChat({ type, content, tool_call_id: id = '', tool_calls: calls = [] }: Message): ChatMessage {
  if (type === 'human') return { role: 'user', content }
  if (type === 'tool') return { role: 'tool', tool_call_id: id, content }
  const written = calls.map(({ id, name, args }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: JSON.stringify(args) },
  }))
  return { role: 'assistant', content, ...(written.length > 0 && { tool_calls: written }) }
}
