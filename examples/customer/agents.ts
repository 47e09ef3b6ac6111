// The support agent on the OpenAI Agents SDK.
import { Agent, MemorySession, Runner, tool } from '@openai/agents-core'
import { OpenAIProvider } from '@openai/agents-openai'
import { C } from 'ctxc'
import { contextCompiler, ownValues, protectedModel, revealTools } from 'ctxc/openai-agents'
import { redact } from 'ctxc/protect'
import { processMemories } from 'ctxc/remember'
import { forget } from 'ctxc/store'
import { z } from 'zod'
import { type Desk, sendEmail } from './desk.ts'

export async function agentsDesk(baseURL: string): Promise<Desk> {
  const [memory, chats] = [processMemories(), new Map<string, MemorySession>()]
  const openai = await new OpenAIProvider({ baseURL, apiKey: 'none' }).getModel('gpt-5.4')
  const model = protectedModel(openai, { protect: [redact({ pii: ['email'] })] })
  const contextOf = (context: unknown) => context as { user: string; chat: string }
  const callModelInputFilter = contextCompiler({
    ...{ context: [C.all(), C.memory()], memory },
    owner: ({ context }) => ({ app: 'shop', user: contextOf(context).user }),
    conversation: ({ context }) => contextOf(context).chat,
  })
  const parameters = z.object({ to: z.string(), text: z.string() })
  const send = tool({ name: 'send_email', description: 'Sends an e-mail.', parameters, execute: sendEmail })
  const tools = revealTools(model, [send], { send_email: ['to'] })
  const agent = new Agent({ name: 'support', model, tools })
  const runner = new Runner({ tracingDisabled: true, callModelInputFilter })
  return {
    async answer(user, chat, text) {
      const session = chats.get(`${user}/${chat}`) ?? new MemorySession()
      chats.set(`${user}/${chat}`, session)
      const { finalOutput } = await runner.run(agent, text, { session, context: { user, chat } })
      return ownValues(model, await session.getItems(), { show: ['email'] }).shown(finalOutput ?? '')
    },
    forget(user) {
      for (const id of chats.keys()) if (id.startsWith(`${user}/`)) chats.delete(id)
      return forget({ app: 'shop', user }, { memories: [memory] })
    },
  }
}
