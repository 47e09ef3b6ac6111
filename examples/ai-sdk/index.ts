// An agent of sixty steps on the AI SDK, without network or key. The wrapped model gets every prompt within the budget.
import assert from 'node:assert/strict'
import { generateText, isStepCount, tool, wrapLanguageModel } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { contextCompiler, reportOf } from 'ctxc/ai-sdk'
import { z } from 'zod'

let step = 0
const model = new MockLanguageModelV4({
  provider: 'openai.responses',
  modelId: 'gpt-5.4',
  doGenerate: async () => ({
    content: [
      ++step < 60
        ? {
            type: 'tool-call',
            toolCallId: `call_${step}`,
            toolName: 'weather',
            input: `{"city":"City ${step}"}`,
          }
        : { type: 'text', text: 'Sunny everywhere.' },
    ],
    finishReason: step < 60 ? { unified: 'tool-calls', raw: undefined } : { unified: 'stop', raw: undefined },
    usage: {
      inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 0, text: 0, reasoning: 0 },
    },
    warnings: [],
  }),
})

const weather = tool({
  description: 'The weather in a city.',
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }) => `${city}: ${'sunny, with a light wind from the west; '.repeat(20)}`,
})

const budget = 4_000
const { text, steps } = await generateText({
  model: wrapLanguageModel({ model, middleware: contextCompiler({ budget }) }),
  tools: { weather },
  prompt: 'What is the weather in 59 cities?',
  stopWhen: isStepCount(60),
})

const reports = steps.flatMap(step => reportOf(step) ?? [])
for (const { tokens } of reports) assert.ok(tokens.max <= budget)
const last = reports.at(-1)
console.log(
  `${text} ${steps.length} steps; the last prompt has ${last?.tokens.input} tokens, ${last?.omitted.units} units left out`,
)
