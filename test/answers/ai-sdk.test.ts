// Results of the AI SDK's functions are answers too, with their calls and results.
import { generateText, tool } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { agent, answerOf, compile, createSession, nextSteps, type ProviderResponse } from '../../src/index.ts'

const bot = agent({
  name: 'bot',
  outputKey: 'said',
  tools: [{ name: 'look', parameters: { type: 'object' } }],
})
const asked = createSession({ events: [{ author: 'user', text: 'Q' }] })
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

const answering = async (...content: object[]) => {
  const reason = content.some(part => 'toolName' in part) ? 'tool-calls' : 'stop'
  const model = new MockLanguageModelV4({
    doGenerate: { content, finishReason: { unified: reason, raw: undefined }, usage, warnings: [] } as never,
  })
  const look = tool({ inputSchema: z.object({}) }) as never
  return generateText({ model, prompt: 'Q', tools: { look } })
}
const text = { type: 'text', text: 'So.' }
const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: '{}' }

test.each([
  ['the result', (result: object) => result],
  ['its content', (result: object) => (result as { content: object[] }).content],
  ['its messages', (result: object) => (result as { response: { messages: object[] } }).response.messages],
])('%s of generateText is read', async (_, taken) => {
  const compiled = await compile(bot, asked, { target: 'ai-sdk', model: 'gpt-5.4' })
  const said = asked.append(...answerOf(compiled, taken(await answering(text)) as ProviderResponse))
  expect(said.event(1)).toMatchObject({ author: 'bot', parts: [{ kind: 'text', text: 'So.' }] })
  expect({ ...said.state }).toEqual({ said: 'So.' })
  const called = asked.append(...answerOf(compiled, taken(await answering(text, call)) as ProviderResponse))
  expect(called.event(1).parts).toMatchObject([
    { kind: 'text' },
    { kind: 'tool-call', id: 'c1', name: 'look' },
  ])
  expect(nextSteps(bot, called)).toMatchObject([{ kind: 'tools', agent: 'bot' }])
})
