// An app with a tool loop of 200 steps: with one line changed, every prompt is legal and inside the budget.
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { LLMock } from '@copilotkit/aimock'
import { generateText, isStepCount, type LanguageModel, streamText, tool, wrapLanguageModel } from 'ai'
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test'
import { ContextError, type ContextReport, compileStep, contextCompiler } from 'ctxc/ai-sdk'
import { type FakeTarget, fakeProvider } from 'ctxc/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { page, tools, usage } from './weather.ts'

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

const steps = 200
const budget = 4_000
/** A model that calls the tool at every step until it has done so often enough. */
function mockModel(provider: string, modelId: string, calls: number): MockLanguageModelV4 {
  let step = 0
  return new MockLanguageModelV4({
    provider,
    modelId,
    doGenerate: async () => {
      step++
      const done = step > calls
      return {
        content: done
          ? [{ type: 'text', text: 'Sunny everywhere.' }]
          : [
              { type: 'text', text: `Now city ${step}.` },
              {
                type: 'tool-call',
                toolCallId: `call_${step}`,
                toolName: 'weather',
                input: `{"city":"City ${step}"}`,
              },
            ],
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
  ['mock-provider', 'mock-model-id'],
])('%s', (provider, modelId) => {
  test('the model accepts all 200 steps, each within the budget', { timeout: 60_000 }, async () => {
    const mock = mockModel(provider, modelId, steps - 1)
    const result = await generateText({
      model: wrapLanguageModel({ model: mock, middleware: contextCompiler({ budget }) }),
      tools,
      instructions: 'You are a forecaster.',
      prompt: 'What is the weather in 199 cities?',
      stopWhen: isStepCount(steps),
    })
    expect(result.text).toBe('Sunny everywhere.')
    expect(result.steps).toHaveLength(steps)
    const judge = fakeProvider('ai-sdk')
    for (const [at, { prompt }] of mock.doGenerateCalls.entries()) {
      const [system, ...messages] = prompt
      const said = judge.violations({ model: `${provider}/${modelId}`, system: [system], messages, tools })
      expect(said, `step ${at}`).toEqual([])
    }
    const reports = result.steps.map(({ providerMetadata }) => reportIn(providerMetadata))
    for (const { tokens } of reports) expect(tokens.max).toBeLessThanOrEqual(budget)
    expect(reports.map(({ call }) => call)).toEqual(reports.map((_, index) => index + 1))
    const last = reports.at(-1)!
    expect(last.omitted.units).toBeGreaterThan(steps / 2)
    const trimmed = reports
      .flatMap(({ decisions }) => decisions)
      .reduce((sum, decision) => sum + (decision.kind === 'trim' ? decision.units : 0), 0)
    expect(trimmed).toBe(last.omitted.units)
    // The question that all is about is the current input, and never dropped.
    for (const { prompt } of mock.doGenerateCalls) expect(JSON.stringify(prompt)).toContain('199 cities')
  })

  test('the model accepts every request of prepareStep without a wrapper', { timeout: 60_000 }, async () => {
    const mock = mockModel(provider, modelId, 59)
    const seen: number[] = []
    const result = await generateText({
      model: mock,
      tools,
      instructions: 'You are a forecaster.',
      prompt: 'What is the weather in 59 cities?',
      stopWhen: isStepCount(60),
      prepareStep: compileStep({ budget, tools, onCompiled: ({ tokens }) => void seen.push(tokens.max) }),
    })
    expect(result.text).toBe('Sunny everywhere.')
    expect(seen).toHaveLength(60)
    expect(Math.max(...seen)).toBeLessThanOrEqual(budget)
    const judge = fakeProvider('ai-sdk')
    for (const { prompt } of mock.doGenerateCalls) {
      const [system, ...messages] = prompt
      expect(system).toMatchObject({ role: 'system', content: 'You are a forecaster.' })
      expect(
        judge.violations({ model: `${provider}/${modelId}`, system: [system], messages, tools }),
      ).toEqual([])
    }
  })
})

test('a hundred conversations through one middleware are kept apart', async () => {
  const middleware = contextCompiler({ budget })
  const run = async (name: string): Promise<ContextReport[]> => {
    const model = wrapLanguageModel({ model: mockModel('openai.responses', 'gpt-5.4', 4), middleware })
    const { steps: taken } = await generateText({
      model,
      tools,
      prompt: `Weather for ${name}?`,
      stopWhen: isStepCount(5),
    })
    return taken.map(({ providerMetadata }) => reportIn(providerMetadata))
  }
  const all = await Promise.all(Array.from({ length: 100 }, (_, index) => run(`client ${index}`)))
  for (const reports of all) expect(reports.map(({ call }) => call)).toEqual([1, 2, 3, 4, 5])
})

test('streams report the context too, and calls come back under the names of the app', async () => {
  const model = new MockLanguageModelV4({
    provider: 'openai.responses',
    modelId: 'gpt-5.4',
    doStream: async ({ tools: sent }) => {
      const toolName = sent![0]!.name
      return {
        stream: simulateReadableStream({
          chunks: [
            { type: 'stream-start', warnings: [] },
            { type: 'tool-input-start', id: 'call_1', toolName },
            { type: 'tool-input-delta', id: 'call_1', delta: '{}' },
            { type: 'tool-input-end', id: 'call_1' },
            { type: 'tool-call', toolCallId: 'call_1', toolName, input: '{}' },
            { type: 'finish', finishReason: { unified: 'tool-calls', raw: 'tool_calls' }, usage },
          ],
        }),
      }
    },
  })
  const result = streamText({
    model: wrapLanguageModel({ model, middleware: contextCompiler() }),
    tools: { 'look up!': tool({ inputSchema: z.object({}) }) },
    toolChoice: { type: 'tool', toolName: 'look up!' },
    prompt: 'Look it up.',
  })
  expect((await result.toolCalls).map(({ toolName }) => toolName)).toEqual(['look up!'])
  expect(reportIn(await result.providerMetadata)).toMatchObject({ call: 1, omitted: { units: 0 } })
  const [call] = model.doStreamCalls
  expect(call?.tools?.map(({ name }) => name)).toEqual([expect.stringMatching(/^look_up__[0-9a-f]{6}$/)])
  expect(call?.toolChoice).toEqual({ type: 'tool', toolName: call?.tools?.[0]?.name })
})

test('a request that no model would accept is not sent', async () => {
  const mock = mockModel('openai.responses', 'gpt-5.4', 0)
  const prompt = page.repeat(100)
  const ask = (options: Parameters<typeof contextCompiler>[0]) =>
    generateText({ model: wrapLanguageModel({ model: mock, middleware: contextCompiler(options) }), prompt })
  const error = await ask({ budget: 100 }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ContextError)
  expect((error as ContextError).diagnostics.map(({ code }) => code)).toContain('CX4001')
  expect((error as ContextError).message).toContain('CX4001')
  expect(mock.doGenerateCalls).toHaveLength(0)
  expect((await ask({ budget: 100, onFailure: 'send' })).text).toBe('Sunny everywhere.')
  expect(mock.doGenerateCalls).toHaveLength(1)
})

test('a misspelt option is a TypeError', () => {
  expect(() => contextCompiler({ bugdet: 1 } as never)).toThrow(/no option 'bugdet'/)
  expect(() => compileStep({ onFailure: 'pass' as never })).toThrow(/onFailure/)
})

describe('over HTTP, with real providers', () => {
  const mock = new LLMock({ host: '127.0.0.1', port: 0, logLevel: 'silent' })
  const bodies: unknown[] = []
  let url = ''
  let step = 0
  const calls = 60
  beforeAll(async () => {
    mock.addFixture({
      match: { predicate: () => true },
      response: () => {
        step++
        return step > calls
          ? { content: 'Sunny everywhere.' }
          : { toolCalls: [{ id: `call_${step}`, name: 'weather', arguments: `{"city":"City ${step}"}` }] }
      },
    })
    url = await mock.start()
  })
  beforeEach(() => {
    step = 0
    bodies.length = 0
  })
  afterAll(() => mock.stop())

  /** The body as it left the house: the mock's journal has it in a form of its own. */
  const fetch: typeof globalThis.fetch = (input, init) => {
    bodies.push(JSON.parse(String(init?.body)))
    return globalThis.fetch(input, init)
  }

  const models: readonly (readonly [FakeTarget, () => LanguageModel])[] = [
    ['openai', () => createOpenAI({ baseURL: `${url}/v1`, apiKey: 'none', fetch }).responses('gpt-5.4')],
    ['openai-chat', () => createOpenAI({ baseURL: `${url}/v1`, apiKey: 'none', fetch }).chat('gpt-4.1')],
    ['anthropic', () => createAnthropic({ baseURL: `${url}/v1`, apiKey: 'none', fetch })('claude-sonnet-5')],
  ]

  test.each(models)('%s', { timeout: 60_000 }, async (target, create) => {
    const result = await generateText({
      model: wrapLanguageModel({ model: create() as never, middleware: contextCompiler({ budget }) }),
      tools,
      instructions: 'You are a forecaster.',
      prompt: 'What is the weather in 60 cities?',
      stopWhen: isStepCount(steps),
    })
    expect(result.text).toBe('Sunny everywhere.')
    expect(bodies).toHaveLength(calls + 1)
    const judge = fakeProvider(target)
    for (const [at, body] of bodies.entries()) expect(judge.violations(body), `step ${at}`).toEqual([])
    for (const { providerMetadata } of result.steps)
      expect(reportIn(providerMetadata).tokens.max).toBeLessThanOrEqual(budget)
  })
})
