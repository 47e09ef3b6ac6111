// The support agent on LangChain.
import { ChatOpenAI } from '@langchain/openai'
import { C } from 'ctxc'
import { contextCompiler, ownValues, revealTools } from 'ctxc/langchain'
import { redact } from 'ctxc/protect'
import { processMemories } from 'ctxc/remember'
import { forget, type Owner } from 'ctxc/store'
import { type BaseMessage, createAgent, HumanMessage, tool } from 'langchain'
import { z } from 'zod'
import { type Desk, sendEmail } from './desk.ts'

export function langChainDesk(baseURL: string): Desk {
  const [memory, storage] = [processMemories(), new Map<string, string>()]
  const chats = new Map<string, BaseMessage[]>()
  const middleware = contextCompiler({
    protect: [redact({ pii: ['email'] })],
    context: [C.all(), C.memory()],
    ...{ memory, storage },
    owner: ({ runtime }) => (runtime as { configurable: { owner: Owner } }).configurable.owner,
  })
  const schema = z.object({ to: z.string(), text: z.string() })
  const send = tool(sendEmail, { name: 'send_email', schema })
  const api = { useResponsesApi: true, apiKey: 'none', configuration: { baseURL } }
  const model = new ChatOpenAI({ model: 'gpt-5.4', ...api })
  const tools = revealTools(middleware, [send], { send_email: ['to'] })
  const agent = createAgent({ model, tools, middleware: [middleware] })
  return {
    async answer(user, chat, text) {
      const asked = [...(chats.get(`${user}/${chat}`) ?? []), new HumanMessage(text)]
      const configurable = { owner: { app: 'shop', user }, thread_id: chat }
      const { messages } = await agent.invoke({ messages: asked }, { configurable })
      chats.set(`${user}/${chat}`, messages)
      return ownValues(middleware, asked, { show: ['email'] }).shown(messages.at(-1)?.text ?? '')
    },
    forget(user) {
      for (const id of chats.keys()) if (id.startsWith(`${user}/`)) chats.delete(id)
      return forget({ app: 'shop', user }, { memories: [memory], storages: [storage] })
    },
  }
}
