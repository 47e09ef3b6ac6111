import { compile } from 'ctxc'
import { fromOpenAI } from 'ctxc/from/openai'

// 500 messages of about 60 tokens, and a question.
const messages: object[] = Array.from({ length: 500 }, (_, index) => ({
  role: index % 2 === 0 ? 'user' : 'assistant',
  content: `Message ${index}: ${'many words '.repeat(25)}`,
}))
messages.push({ role: 'user', content: 'What did we decide?' })

const result = await compile(fromOpenAI(messages), { model: 'gpt-5.4', target: 'openai-chat', budget: 8_000 })
if (result.ok) {
  // const answer = await openai.chat.completions.create(result.request)
  console.log(
    `sent: ${result.request.messages.length} of ${messages.length} messages, ${result.tokens.input} tokens`,
  )
}
for (const { fate, reason, from, to, before } of result.ledger.rows)
  console.log(`${fate}: messages ${from} to ${to - 1}, ${before} tokens (${reason})`)
for (const { code, message } of result.diagnostics) console.log(`${code}: ${message}`)
