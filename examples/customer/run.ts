// The support agent on `ctxc/run`.
import { agent, C, restoreSession, tool } from 'ctxc'
import { openaiModel } from 'ctxc/models/openai'
import { redact } from 'ctxc/protect'
import { memoriesOf, processMemories } from 'ctxc/remember'
import { createRunner } from 'ctxc/run'
import { forget, inMemoryStore } from 'ctxc/store'
import OpenAI from 'openai'
import { z } from 'zod'
import { type Desk, sendEmail } from './desk.ts'

const protect = [redact({ pii: ['email'] })]
const send = tool({
  name: 'send_email',
  parameters: z.object({ to: z.string(), text: z.string() }),
  reveal: ['to'],
  execute: sendEmail,
})
const context = [C.all(), C.memory()]
const program = agent({ name: 'support', model: 'gpt-5.4', tools: [send], protect, context })

export function runDesk(baseURL: string): Desk {
  const [store, memory] = [inMemoryStore(), processMemories()]
  const models = { 'gpt-': openaiModel(new OpenAI({ baseURL, apiKey: 'none' })) }
  const runner = createRunner({ program, store, models, compile: { memory } })
  return {
    async answer(user, chat, text) {
      const key = { owner: { app: 'shop', user }, id: chat }
      let shown = ''
      for await (const event of runner.run(key, { message: text, show: ['email'] }))
        if (event.type === 'delta' && event.kind === 'text') shown += event.text
        else if (event.type === 'retracted') shown = ''
      const record = await store.read(key)
      if (record !== null) await memory.add(key.owner, memoriesOf(restoreSession(record), { protect }))
      return shown
    },
    forget: user => forget({ app: 'shop', user }, { stores: [store], memories: [memory] }),
  }
}
