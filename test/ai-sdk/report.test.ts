// Reports that an app gets about its context: typed without a cast, with the app's own messages that were not sent, and with
// warnings.
import { generateText, isStepCount, streamText, tool, wrapLanguageModel } from 'ai'
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test'
import { C } from 'ctxc'
import {
  type ContextReport,
  compileStep,
  contextCompiler,
  type DroppedMessage,
  type GenerateResult,
  reportOf,
} from 'ctxc/ai-sdk'
import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { page, usage } from './weather.ts'

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

const finishReason = { unified: 'stop', raw: 'stop' } as const
const mock = (): MockLanguageModelV4 =>
  new MockLanguageModelV4({
    provider: 'openai.responses',
    modelId: 'gpt-5.4',
    doGenerate: async () => ({
      content: [{ type: 'text', text: 'Yes.' }],
      finishReason,
      usage,
      warnings: [],
    }),
    doStream: async () => ({
      stream: simulateReadableStream({
        chunks: [
          { type: 'stream-start', warnings: [] },
          { type: 'text-start', id: '1' },
          { type: 'text-delta', id: '1', delta: 'Yes.' },
          { type: 'text-end', id: '1' },
          { type: 'finish', finishReason, usage },
        ],
      }),
    }),
  })

const long = Array.from({ length: 40 }, (_, at) =>
  at % 2 === 0
    ? { role: 'user' as const, content: `Question ${at}: ${page}` }
    : { role: 'assistant' as const, content: `Answer ${at}: ${page}` },
)
const messages = [...long, { role: 'user' as const, content: 'And now?' }]

test('reportOf reads results and steps of generateText and results of streamText, typed', async () => {
  const model = wrapLanguageModel({ model: mock(), middleware: contextCompiler() })
  const result = await generateText({ model, prompt: 'Hi', stopWhen: isStepCount(2) })
  expectTypeOf(reportOf(result)).toEqualTypeOf<ContextReport | undefined>()
  expect(reportOf(result)).toMatchObject({ ok: true, call: 1 })
  expect(result.steps.map(step => reportOf(step)?.call)).toEqual([1])
  const streamed = streamText({ model, prompt: 'Hello' })
  expectTypeOf(reportOf(streamed)).toEqualTypeOf<Promise<ContextReport | undefined>>()
  expect(await reportOf(streamed)).toMatchObject({ ok: true, call: 1 })
  expect(reportOf(await generateText({ model: mock(), prompt: 'Hi' }))).toBeUndefined()
})

test('onDropped lists the messages that are not sent, and a trim is among the warnings (S3)', async () => {
  const dropped: (readonly DroppedMessage[])[] = []
  const model = mock()
  const middleware = contextCompiler({ budget: 4_000, onDropped: some => dropped.push(some) })
  const result = await generateText({
    model: wrapLanguageModel({ model, middleware }),
    instructions: 'Be short.',
    messages,
  })
  const [some = []] = dropped
  const prompt = model.doGenerateCalls[0]?.prompt ?? []
  expect(some.length).toBe(messages.length + 1 - prompt.length)
  expect(some.every(({ reason }) => reason === 'over-budget')).toBe(true)
  // The instruction is the prompt's first message, and never dropped.
  expect(some.map(({ index }) => index)).toEqual(some.map((_, at) => at + 1))
  for (const { index, message } of some) {
    expect(JSON.stringify(message)).toContain(JSON.stringify(messages[index - 1]?.content).slice(0, 40))
    expect(JSON.stringify(prompt)).not.toContain(JSON.stringify(messages[index - 1]?.content).slice(1, 14))
  }
  const report = reportOf(result)!
  const { units } = report.omitted
  expect(report.dropped).toEqual([{ from: 1, to: some.length + 1, reason: 'over-budget' }])
  expect(result.warnings).toMatchObject([{ message: expect.stringMatching(`^ctxc CX4003: ${units} units`) }])
})

test('a loss is a warning of the call that has it first, and stays in the report', async () => {
  const middleware = contextCompiler()
  const open = { type: 'tool-call', toolCallId: 'c1', toolName: 'find', input: {} }
  const prompt: object[] = [
    { role: 'user', content: [{ type: 'text', text: 'Find it.' }] },
    { role: 'assistant', content: [open] },
    { role: 'user', content: [{ type: 'text', text: 'Well?' }] },
  ]
  const call = async () => {
    const params = await middleware.transformParams({
      params: { prompt: [...prompt] },
      model: { provider: 'openai', modelId: 'gpt-5.4' },
    })
    const doGenerate = async () => ({ content: [], warnings: [] })
    return middleware.wrapGenerate<GenerateResult>({ doGenerate, params })
  }
  const first = await call()
  expect(first.warnings).toMatchObject([{ message: expect.stringContaining('CX3001') }])
  prompt.push(
    { role: 'assistant', content: [{ type: 'text', text: 'Here.' }] },
    { role: 'user', content: [{ type: 'text', text: 'Thanks.' }] },
  )
  const second = await call()
  expect(second.warnings).toEqual([])
  expect(second.providerMetadata).toMatchObject({ ctxc: { call: 2, diagnostics: [{ code: 'CX3001' }] } })
  expect(reportOf(second)?.diagnostics[0]?.places).toEqual(['message[1]'])
})

test('a place of a diagnostic is named by its index in the prompt, with an instruction and recorded work before it', async () => {
  const words = (at: number) => `${at}: ${'many words about the ferry '.repeat(30)}`
  const open = { type: 'tool-call', toolCallId: 'c1', toolName: 'find', input: {} }
  const middleware = contextCompiler({
    budget: 2_000,
    context: [C.all().summarize({ model: 'm' })],
    effects: { summarize: { id: 's', run: async () => ({ text: 'They spoke about the ferry.' }) } },
    waitUntil: work => void waits.push(work),
  })
  const waits: Promise<unknown>[] = []
  const prompt: object[] = [{ role: 'system', content: 'Be short.' }]
  let told: ContextReport | undefined
  for (let at = 0; at < 30; at++) {
    prompt.push({ role: 'user', content: [{ type: 'text', text: words(at) }] })
    const content = at === 28 ? [open] : [{ type: 'text', text: words(at) }]
    const params = await middleware.transformParams({
      params: { prompt: [...prompt] },
      model: { provider: 'openai', modelId: 'gpt-5.4' },
    })
    const doGenerate = async () => ({ content: [], warnings: [] })
    const result = await middleware.wrapGenerate<GenerateResult>({ doGenerate, params })
    told = reportOf(result)
    await Promise.all(waits.splice(0))
    prompt.push({ role: 'assistant', content })
  }
  const [dangling] = told?.diagnostics.filter(({ code }) => code === 'CX3001') ?? []
  const index = prompt.findIndex(one => JSON.stringify(one).includes('c1'))
  expect(dangling?.places).toEqual([`message[${index}]`])
  expect(dangling?.at).not.toEqual([`e:${index - 1}.0`])
})

test('onDropped is not called if all messages are sent', async () => {
  const middleware = contextCompiler({ onDropped: () => expect.unreachable() })
  await generateText({ model: wrapLanguageModel({ model: mock(), middleware }), prompt: 'Hi' })
  expect(() => contextCompiler({ onDropped: 'me' as never })).toThrow(/onDropped must be a function/)
})

test("a failure under onFailure: 'send' is in the report and among the warnings (N16)", async () => {
  const model = wrapLanguageModel({
    model: mock(),
    middleware: contextCompiler({ budget: 100, onFailure: 'send' }),
  })
  const prompt = page.repeat(20)
  const result = await generateText({ model, prompt })
  expect(result.text).toBe('Yes.')
  expect(reportOf(result)).toMatchObject({ ok: false, diagnostics: [{ code: 'CX4001', level: 'error' }] })
  expect(result.warnings).toMatchObject([
    { message: expect.stringMatching(/^ctxc CX4001: .*without being compiled/) },
  ])
  const streamed = streamText({ model, prompt })
  await streamed.consumeStream()
  expect(await reportOf(streamed)).toMatchObject({ ok: false })
  expect(await streamed.warnings).toHaveLength(1)
})

test('repairs of a step are in the report of its call', async () => {
  const model = wrapLanguageModel({ model: mock(), middleware: contextCompiler() })
  const tools = { look: tool({ inputSchema: z.object({}) }) }
  const dangling = [
    { role: 'user' as const, content: 'Look.' },
    {
      role: 'assistant' as const,
      content: [{ type: 'tool-call' as const, toolCallId: 'c1', toolName: 'look', input: {} }],
    },
    { role: 'user' as const, content: 'And?' },
  ]
  const settings = {
    model,
    tools,
    messages: dangling,
    prepareStep: compileStep({ tools }),
  } as unknown as Parameters<typeof generateText>[0]
  const result = await generateText(settings)
  expect(reportOf(result)?.diagnostics).toMatchObject([{ code: 'CX3001', level: 'warn' }])
  expect(result.warnings?.map(warning => (warning as { message?: string }).message)).toEqual([
    expect.stringContaining('CX3001'),
  ])
  const streamed = streamText(settings as Parameters<typeof streamText>[0])
  expect((await reportOf(streamed))?.diagnostics).toMatchObject([{ code: 'CX3001' }])
})
