import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import {
  generateText,
  jsonSchema,
  type ModelMessage,
  stepCountIs,
  streamText,
  tool,
  wrapLanguageModel,
} from 'ai'
import { contextCompiler } from 'ctxc/ai-sdk'
import { drawFrom } from '../draw.ts'
import { models } from '../run.ts'
import { type Calls, wireTo } from './wire.ts'

globalThis.AI_SDK_LOG_WARNINGS = false

/** Has a conversation with the AI SDK, whose packages write the requests; returns the faults. */
export async function converseInSDK(seed: number, figures: Calls): Promise<string[]> {
  const draw = drawFrom(seed)
  const id = draw.pick(models)
  const isClaude = id.startsWith('claude')
  const { fetch, faults } = wireTo(isClaude ? 'anthropic' : 'openai', draw, figures)
  const made = isClaude
    ? createAnthropic({ apiKey: 'key', fetch })(id)
    : createOpenAI({ apiKey: 'key', fetch }).responses(id)
  const values = new Map<string, string>()
  const storage = {
    get: (key: string) => values.get(key),
    set: (key: string, value: string) => values.set(key, value),
  }
  const budget = draw.oneIn(2) ? undefined : draw.pick([1_500, 2_500, 4_000])
  const begin = () =>
    wrapLanguageModel({
      model: made,
      middleware: contextCompiler({
        ...(budget && { budget }),
        storage,
        conversation: 'chat',
        onFailure: 'throw',
      }) as never,
    })
  // Claude's package declares the tools of streamed calls differently, so a conversation has one kind of calls.
  const streams = draw.oneIn(2)
  let model = begin()
  const look = tool({
    description: 'Looks.',
    inputSchema: jsonSchema({ type: 'object' }),
    execute: () => `found ${'something '.repeat(draw.upTo(20))}`,
  })
  const messages: ModelMessage[] = []
  for (let turn = 0, turns = 3 + draw.upTo(4); turn < turns && faults.length === 0; turn++) {
    messages.push({ role: 'user', content: `Question ${turn}. ${'more words '.repeat(draw.upTo(40))}` })
    const call = {
      ...{ model, messages, tools: { look }, stopWhen: stepCountIs(3), maxRetries: 0 },
      instructions: 'Answer in short sentences.',
      ...(!isClaude && { providerOptions: { openai: { store: false } } }),
    }
    try {
      const result = streams
        ? streamText({ ...call, onError: () => {} } as never)
        : await generateText(call as never)
      messages.push(...(await result.responseMessages))
    } catch (error) {
      if (budget === undefined && faults.length === 0) faults.push(String(error))
      break
    }
    if (draw.oneIn(5)) model = begin()
  }
  return faults.map(fault => `seed ${seed}, AI SDK, ${id}: ${fault}`)
}
