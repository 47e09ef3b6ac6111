// Summaries in apps of the AI SDK and of LangChain, whose lists of messages have no place for events.
import { AIMessage, type BaseMessage, HumanMessage } from '@langchain/core/messages'
import { FakeListChatModel } from '@langchain/core/utils/testing'
import { generateText, type ModelMessage, simulateReadableStream, streamText, wrapLanguageModel } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { C } from 'ctxc'
import { compileStep, contextCompiler, type DroppedMessage } from 'ctxc/ai-sdk'
import { contextCompiler as forLangChain } from 'ctxc/langchain'
import { redact } from 'ctxc/protect'
import { createAgent, createMiddleware } from 'langchain'
import { expect, test } from 'vitest'
import { usage } from '../ai-sdk/weather.ts'
import { answered, asked, firstWords } from './conversation.ts'

const context = C.all().summarize({ segment: 150 })
const budget = { input: 1_200, output: 100 }
const textAt = (index: number): string =>
  (index % 2 === 0 ? asked(index / 2) : answered((index - 1) / 2)).trim()
const stop = { unified: 'stop', raw: 'stop' } as const

/** A model of the AI SDK that gives the answer of each turn, with the prompts that it gets. */
function answering() {
  const prompts: string[] = []
  const said = (call: { readonly prompt: unknown }): string => {
    prompts.push(JSON.stringify(call.prompt))
    return answered(prompts.length - 1)
  }
  const model = new MockLanguageModelV4({
    modelId: 'gpt-5.4',
    doGenerate: async call => ({
      content: [{ type: 'text', text: said(call) }],
      finishReason: stop,
      usage,
      warnings: [],
    }),
    doStream: async call => ({
      stream: simulateReadableStream({
        chunks: [
          { type: 'stream-start' as const, warnings: [] },
          { type: 'text-start' as const, id: '0' },
          { type: 'text-delta' as const, id: '0', delta: said(call) },
          { type: 'text-end' as const, id: '0' },
          { type: 'finish' as const, finishReason: stop, usage },
        ],
      }),
    }),
  })
  return { prompts, model }
}

const summarized = (prompts: readonly string[]): number =>
  prompts.filter(prompt => prompt.includes('- Question 0 about item 0')).length

test.each(['generate', 'stream'] as const)('an app of the AI SDK: %s', async way => {
  const { prompts, model } = answering()
  const dropped: DroppedMessage[] = []
  const working: Promise<unknown>[] = []
  const middleware = contextCompiler({
    ...{ context, budget, effects: { summarize: firstWords() } },
    waitUntil: work => working.push(work),
    onDropped: messages => dropped.push(...messages),
  })
  const wrapped = wrapLanguageModel({ model, middleware })
  const messages: ModelMessage[] = []
  for (let turn = 0; turn < 40; turn++) {
    messages.push({ role: 'user', content: asked(turn) })
    const text =
      way === 'generate'
        ? (await generateText({ model: wrapped, messages })).text
        : await streamText({ model: wrapped, messages }).text
    messages.push({ role: 'assistant', content: text })
    await Promise.all(working.splice(0))
  }
  expect(summarized(prompts)).toBeGreaterThan(5)
  expect(prompts.at(-1)).toContain('from=\\"summary\\"')
  expect(prompts.at(-1)).not.toContain(asked(0).trim())
  // Messages that a summary replaces are named by their own places.
  for (const { index, message } of dropped) expect(JSON.stringify(message)).toContain(textAt(index))
  expect(dropped.some(({ index, reason }) => index === 0 && reason === 'covered-by-summary')).toBe(true)
})

test('steps of the AI SDK', async () => {
  const working: Promise<unknown>[] = []
  const effects = { summarize: firstWords() }
  const prepareStep = compileStep({ context, budget, effects, waitUntil: work => working.push(work) })
  const messages: ModelMessage[] = []
  const sent: string[] = []
  for (let turn = 0; turn < 40; turn++) {
    messages.push({ role: 'user', content: asked(turn) })
    sent.push(JSON.stringify((await prepareStep({ model: 'openai/gpt-5.4', messages })).messages))
    messages.push({ role: 'assistant', content: answered(turn) })
    await Promise.all(working.splice(0))
  }
  expect(summarized(sent)).toBeGreaterThan(5)
  expect(() => compileStep({ effects, protect: [redact()] })).toThrow('cannot combine protect and effects')
})

test('an agent of LangChain, with protected values', async () => {
  const inputs: string[] = []
  const summarize = firstWords(async (input, context) => {
    inputs.push(JSON.stringify(input))
    return firstWords().run(input, context)
  })
  const working: Promise<unknown>[] = []
  const sent: string[] = []
  const recorder = createMiddleware({
    name: 'Recorder',
    wrapModelCall: (request, handler) => {
      sent.push(JSON.stringify(request.messages.map(({ content }) => content)))
      return handler(request)
    },
  })
  const app = createAgent({
    model: new FakeListChatModel({ responses: ['Sure.'] }),
    tools: [],
    middleware: [
      forLangChain({
        ...{ context, budget, model: 'gpt-5.4', effects: { summarize } },
        protect: [redact({ patterns: [/tulip-\d+/] })],
        waitUntil: work => working.push(work),
      }),
      recorder,
    ],
  })
  const messages: BaseMessage[] = []
  for (let turn = 0; turn < 40; turn++) {
    messages.push(new HumanMessage(`tulip-${turn}: ${asked(turn)}`))
    await app.invoke({ messages })
    messages.push(new AIMessage(answered(turn)))
    await Promise.all(working.splice(0))
  }
  expect(sent.filter(text => text.includes('Summary of earlier messages')).length).toBeGreaterThan(5)
  expect(`${sent}${inputs}`).not.toMatch(/tulip-\d/)
  expect(sent.at(-1)).toContain('[secret:')
})

test('a middleware of LangChain that is made for each call uses the summaries of its thread, and stores no secret', async () => {
  const table = new Map<string, string>()
  const sent: string[] = []
  const working: Promise<unknown>[] = []
  const recorder = createMiddleware({
    name: 'Recorder',
    wrapModelCall: (request, handler) => {
      sent.push(JSON.stringify(request.messages))
      return handler(request)
    },
  })
  const messages: BaseMessage[] = []
  for (let turn = 0; turn < 40; turn++) {
    const app = createAgent({
      model: new FakeListChatModel({ responses: ['Sure.'] }),
      tools: [],
      middleware: [
        forLangChain({
          ...{ context, budget, model: 'gpt-5.4', effects: { summarize: firstWords() }, storage: table },
          protect: [redact({ patterns: [/tulip-\d+/] })],
          waitUntil: work => working.push(work),
        }),
        recorder,
      ],
    })
    messages.push(new HumanMessage(`tulip-${turn}: ${asked(turn)}`))
    await app.invoke({ messages }, { configurable: { thread_id: 'chat' } })
    messages.push(new AIMessage(answered(turn)))
    await Promise.all(working.splice(0))
  }
  expect(sent.filter(text => text.includes('Summary of earlier messages')).length).toBeGreaterThan(5)
  expect([...table].join()).toContain('statements')
  expect(`${[...table].join()}${sent}`).not.toMatch(/tulip-\d/)
})

test('a function finds the conversation of a call, and each has summaries of its own', async () => {
  const { model } = answering()
  const storage = new Map<string, string>()
  const given: unknown[] = []
  const middleware = contextCompiler({
    ...{ context, budget, storage },
    conversation: ({ providerOptions }) => {
      given.push(providerOptions)
      return String(providerOptions?.app?.chat)
    },
  })
  for (const chat of ['a', 'b', 'a'])
    await generateText({
      model: wrapLanguageModel({ model, middleware }),
      prompt: 'Hello',
      providerOptions: { app: { chat } },
    })
  expect(given).toEqual(['a', 'b', 'a'].map(chat => ({ app: { chat } })))
  expect(storage.size).toBe(2)
})

test('an error of waitUntil loses no answer', async () => {
  const { model } = answering()
  const effects = { summarize: firstWords() }
  const waitUntil = (): never => {
    throw new Error('Illegal invocation')
  }
  const wrapped = wrapLanguageModel({
    model,
    middleware: contextCompiler({ context, budget, effects, waitUntil }),
  })
  const messages: ModelMessage[] = []
  for (let turn = 0; turn < 20; turn++) {
    messages.push({ role: 'user', content: asked(turn) })
    const { text } = await generateText({ model: wrapped, messages })
    expect(text).toBe(answered(turn))
    messages.push({ role: 'assistant', content: text })
  }
})

test('options that are none are refused', () => {
  expect(() => contextCompiler({ context: 3 as never })).toThrow('contextCompiler.context')
  expect(() => contextCompiler({ waitUntil: 3 as never })).toThrow('waitUntil must be a function')
  expect(() => forLangChain({ context: 3 as never })).toThrow('contextCompiler.context')
})
