// The support agent on the AI SDK.
import { createOpenAI } from '@ai-sdk/openai'
import { generateText, isStepCount, type ModelMessage, tool, wrapLanguageModel } from 'ai'
import { C } from 'ctxc'
import { contextCompiler, ownValues, revealTools } from 'ctxc/ai-sdk'
import { redact } from 'ctxc/protect'
import { processMemories } from 'ctxc/remember'
import { forget } from 'ctxc/store'
import { z } from 'zod'
import { type Desk, sendEmail } from './desk.ts'

export function aiSdkDesk(baseURL: string): Desk {
  const [memory, storage] = [processMemories(), new Map<string, string>()]
  const chats = new Map<string, ModelMessage[]>()
  const middleware = contextCompiler({
    protect: [redact({ pii: ['email'] })],
    context: [C.all(), C.memory()],
    ...{ memory, storage },
    owner: ({ providerOptions }) => ({ app: 'shop', user: String(providerOptions?.shop?.user) }),
    conversation: ({ providerOptions }) => String(providerOptions?.shop?.chat),
  })
  const model = wrapLanguageModel({ model: createOpenAI({ baseURL, apiKey: 'none' })('gpt-5.4'), middleware })
  const inputSchema = z.object({ to: z.string(), text: z.string() })
  const send_email = tool({ inputSchema, execute: sendEmail })
  const tools = revealTools(middleware, { send_email }, { send_email: ['to'] })
  return {
    async answer(user, chat, text) {
      const messages = [...(chats.get(`${user}/${chat}`) ?? []), { role: 'user' as const, content: text }]
      const providerOptions = { shop: { user, chat } }
      const result = await generateText({ model, tools, messages, providerOptions, stopWhen: isStepCount(5) })
      chats.set(`${user}/${chat}`, [...messages, ...result.response.messages])
      return ownValues(middleware, messages, { show: ['email'] }).shown(result.text)
    },
    forget(user) {
      for (const id of chats.keys()) if (id.startsWith(`${user}/`)) chats.delete(id)
      return forget({ app: 'shop', user }, { memories: [memory], storages: [storage] })
    },
  }
}
