import { generateText, isStepCount, type ModelMessage, wrapLanguageModel } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { type ContextReport, compileStep, contextCompiler } from 'ctxc/ai-sdk'
import { describe, expect, test } from 'vitest'
import type { Compiled } from '../../src/index.ts'
import { page, tools, usage } from '../ai-sdk/weather.ts'
import { expectSteady, parted } from './loop.ts'

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

const budget = 4_000
const steps = 120
/** A model that calls the tool at every step until it has done so often enough. */
function mockModel(provider: string, modelId: string, calls: number): MockLanguageModelV4 {
  let step = 0
  return new MockLanguageModelV4({
    provider,
    modelId,
    doGenerate: async () => {
      const done = ++step > calls
      const input = `{"city":"City ${step}"}`
      return {
        content: done
          ? [{ type: 'text', text: 'Sunny.' }]
          : [{ type: 'tool-call', toolCallId: `call_${step}`, toolName: 'weather', input }],
        finishReason: done ? { unified: 'stop', raw: 'stop' } : { unified: 'tool-calls', raw: 'tool_calls' },
        usage,
        warnings: [],
      }
    },
  })
}

const reportIn = (metadata: Record<string, unknown> | undefined): ContextReport =>
  metadata?.ctxc as ContextReport

describe.each([
  ['openai.responses', 'gpt-5.4'],
  ['anthropic.messages', 'claude-sonnet-5'],
  ['google.generative-ai', 'gemini-2.5-pro'],
])('%s', (provider, modelId) => {
  test('requests of a long loop share a prefix between trims, and a step costs only its new messages', {
    timeout: 60_000,
  }, async () => {
    const compiled: Compiled[] = []
    const mock = mockModel(provider, modelId, steps)
    // Marks move with the end of each request, and are no part of its prefix.
    const middleware = contextCompiler({ budget, cache: 'keep', onCompiled: one => compiled.push(one) })
    const result = await generateText({
      model: wrapLanguageModel({ model: mock, middleware }),
      tools,
      instructions: 'You are a forecaster.',
      prompt: 'What is the weather in many cities?',
      stopWhen: isStepCount(2 * steps),
    })
    const calls = mock.doGenerateCalls.map(({ prompt }, at) => ({
      messages: prompt,
      compiled: compiled[at]!,
    }))
    expectSteady(calls, budget)
    const reports = result.steps.map(({ providerMetadata }) => reportIn(providerMetadata))
    const trims = reports.flatMap(({ decisions }, at) => (decisions.length > 0 ? [at] : []))
    expect(trims).toEqual(parted(calls))
    expect(reports.flatMap(({ beganOtherwise }, at) => (beganOtherwise ? [at] : []))).toEqual(trims)
  })

  test('requests of an unwrapped model share a prefix too', { timeout: 60_000 }, async () => {
    const compiled: Compiled[] = []
    const mock = mockModel(provider, modelId, steps)
    await generateText({
      model: mock,
      tools,
      instructions: 'You are a forecaster.',
      prompt: 'What is the weather in many cities?',
      stopWhen: isStepCount(2 * steps),
      prepareStep: compileStep({ budget, tools, cache: 'keep', onCompiled: one => compiled.push(one) }),
    })
    expectSteady(
      mock.doGenerateCalls.map(({ prompt }, at) => ({ messages: prompt, compiled: compiled[at]! })),
      budget,
    )
  })
})

/** Calls of one middleware, one after the other or at the same time. */
function caller() {
  const compiled: Compiled[] = []
  const middleware = contextCompiler({ budget, onCompiled: one => compiled.push(one) })
  const ask = async (messages: ModelMessage[], instructions = 'Be brief.', modelId = 'gpt-5.4') => {
    const mock = mockModel('openai.responses', modelId, 0)
    const model = wrapLanguageModel({ model: mock, middleware })
    const { providerMetadata } = await generateText({ model, messages, instructions, tools })
    return { report: reportIn(providerMetadata), prompt: mock.doGenerateCalls[0]!.prompt }
  }
  return { ask, compiled }
}

const user = (content: string): ModelMessage => ({ role: 'user', content })
const said = (content: string): ModelMessage => ({ role: 'assistant', content })

test('a report names what changed: nothing, the instruction, the model, or a trim', async () => {
  const { ask } = caller()
  const messages = [user('Hi')]
  const told = async (...given: [string?, string?]) => {
    const { report } = await ask(messages, ...given)
    messages.push(said('So.'), user(page.repeat(6)))
    return [report.call, report.beganOtherwise, report.decisions.map(({ kind }) => kind)]
  }
  expect(await told('Be brief.')).toEqual([1, false, []])
  expect(await told('Be brief.')).toEqual([2, false, []])
  expect(await told('Rhyme.')).toEqual([3, true, ['config-change']])
  expect(await told('Rhyme.', 'gpt-4.1')).toEqual([4, true, ['config-change']])
  messages.push(said('So.'), user(page.repeat(4)))
  expect(await told('Rhyme.', 'gpt-4.1')).toEqual([5, true, ['trim']])
})

test('concurrent branches are kept apart, and files by their bytes', async () => {
  const { ask, compiled } = caller()
  await ask([user('Hi')])
  const pictures = Array.from({ length: 20 }, (_, way) =>
    Uint8Array.from({ length: 200 }, (_, at) => (at === 100 ? way : 0)),
  )
  const shown = (data: Uint8Array): ModelMessage => ({
    role: 'user',
    content: [{ type: 'file', mediaType: 'image/png', data }],
  })
  for (const more of [[], [said('Nice.'), user('Is it?')]]) {
    const sent = await Promise.all(
      pictures.map(data => ask([user('Hi'), said('Hello.'), shown(data), ...more])),
    )
    for (const [at, { prompt }] of sent.entries())
      expect(JSON.stringify(prompt)).toContain(Buffer.from(pictures[at]!).toString('base64'))
  }
  expect(compiled.flatMap(({ diagnostics }) => diagnostics.filter(({ code }) => code === 'CX5001'))).toEqual(
    [],
  )
})
