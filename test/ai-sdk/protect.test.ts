// An app whose model is wrapped with protection: no prompt, tool or schema that is sent has a value.
import { generateText, isStepCount, Output, tool, wrapLanguageModel } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { compileStep, contextCompiler } from 'ctxc/ai-sdk'
import { redact } from 'ctxc/protect'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { usage } from './weather.ts'

const protect = [redact({ pii: ['email'], patterns: [/tulip-\d+/] })]
const values = ['anna@example.org', 'ben@example.com', 'tulip-4711', 'tulip-4712', 'tulip-4713']

/** Returns a model that calls a tool with the given input, and then answers; and the calls that the model gets. */
function told(input: string) {
  const calls: unknown[] = []
  const model = new MockLanguageModelV4({
    doGenerate: async call => {
      const { abortSignal: _, ...sent } = call
      calls.push(structuredClone(sent))
      const isFirst = calls.length === 1
      return {
        content: isFirst
          ? [{ type: 'tool-call', toolCallId: 'c', toolName: 'look', input }]
          : [{ type: 'text', text: '{"answer":"Done."}' }],
        finishReason: isFirst
          ? { unified: 'tool-calls', raw: 'tool_calls' }
          : { unified: 'stop', raw: 'stop' },
        usage,
        warnings: [],
      }
    },
  })
  return { calls, model }
}

test('a loop of calls: the same placeholders at each step, and no value', async () => {
  const { calls, model } = told('{"who":"[secret:email:1]"}')
  const looked: unknown[] = []
  const look = tool({
    description: 'Looks up tulip-4712.',
    inputSchema: z.object({ who: z.string().describe('such as ben@example.com') }),
    execute: async input => {
      looked.push(input)
      return { mail: 'ben@example.com', asked: input.who }
    },
  })
  await generateText({
    model: wrapLanguageModel({ model, middleware: contextCompiler({ protect, budget: 10_000 }) }),
    tools: { look },
    stopWhen: isStepCount(3),
    system: 'The code is tulip-4711.',
    prompt: 'I am anna@example.org.',
    output: Output.object({ schema: z.object({ answer: z.string().describe('not tulip-4713') }) }),
  })
  expect(calls).toHaveLength(2)
  for (const call of calls) {
    const text = JSON.stringify(call)
    for (const value of values) expect(text).not.toContain(value)
    expect(text).toContain('I am [secret:email:1].')
  }
  expect(looked).toEqual([{ who: '[secret:email:1]' }])
  expect(JSON.stringify(calls[1])).toContain('"asked":"[secret:email:1]"')
  expect(JSON.stringify(calls[1])).not.toContain('[ secret:')
})

test('options that would send the values are refused', () => {
  expect(() => contextCompiler({ protect, onFailure: 'send' })).toThrow(/onFailure/)
  expect(() => compileStep({ protect, onFailure: 'send' })).toThrow(/onFailure/)
})

test('a step gets a protected model: instructions, tools and formats hold no value', async () => {
  const { calls, model } = told('{"who":"[secret:email:1]"}')
  const compiled: boolean[] = []
  const look = tool({
    description: 'Looks up tulip-4712.',
    inputSchema: z.object({ who: z.string().describe('such as ben@example.com') }),
    execute: async ({ who }) => ({ mail: 'ben@example.com', asked: who }),
  })
  const { providerMetadata } = await generateText({
    model,
    tools: { look },
    stopWhen: isStepCount(3),
    system: 'The code is tulip-4711.',
    prompt: 'I am anna@example.org.',
    stopSequences: ['tulip-4711'],
    output: Output.object({ schema: z.object({ answer: z.string().describe('not tulip-4713') }) }),
    prepareStep: compileStep({ protect, tools: { look }, onCompiled: ({ ok }) => compiled.push(ok) }),
  })
  expect(calls).toHaveLength(2)
  for (const call of calls) {
    const text = JSON.stringify(call)
    for (const value of values) expect(text).not.toContain(value)
    expect(text).toContain('I am [secret:email:1].')
  }
  expect(JSON.stringify(calls[1])).toContain('"asked":"[secret:email:1]"')
  expect(compiled).toEqual([true, true])
  expect(providerMetadata).toHaveProperty('ctxc')
})

test('a step with a model that is only named fails', async () => {
  const step = compileStep({ protect })
  await expect(
    step({ model: 'openai/gpt-5.4', messages: [{ role: 'user', content: 'Hi' }] }),
  ).rejects.toThrow(/must be an object/)
})
