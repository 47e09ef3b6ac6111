// Adapters add what was said to the app's memories after each answer, and later conversations find it.
import { AIMessage, type BaseMessage, HumanMessage } from '@langchain/core/messages'
import { FakeListChatModel } from '@langchain/core/utils/testing'
import { Agent, type AgentInputItem, MemorySession, Runner } from '@openai/agents-core'
import { assistantMessage, ScriptedModel } from '@openai/agents-core/testing'
import {
  generateText,
  isStepCount,
  type ModelMessage,
  simulateReadableStream,
  streamText,
  wrapLanguageModel,
} from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { C, type Compiled } from 'ctxc'
import { type ContextOptions, compileStep, contextCompiler } from 'ctxc/ai-sdk'
import { contextCompiler as langChainCompiler } from 'ctxc/langchain'
import { contextCompiler as agentsCompiler, protectedModel } from 'ctxc/openai-agents'
import { redact } from 'ctxc/protect'
import { type Memory, type MemoryStore, processMemories } from 'ctxc/remember'
import { forget, type Owner } from 'ctxc/store'
import { createAgent } from 'langchain'
import { expect, test } from 'vitest'
import { page, tools, usage } from '../ai-sdk/weather.ts'

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

const anna: Owner = { app: 'trips', user: 'anna' }
const context = [C.all(), C.memory()]
const protect = [redact({ pii: ['email'] })]

/** A store that keeps all memories that were added, in order, one entry for each call of `add`. */
function recording(): {
  readonly memory: MemoryStore
  readonly calls: Memory[][]
  readonly texts: () => string[]
} {
  const memory = processMemories()
  const calls: Memory[][] = []
  const add: MemoryStore['add'] = (owner, memories) => {
    calls.push([...memories])
    return memory.add(owner, memories)
  }
  return { memory: { ...memory, add }, calls, texts: () => calls.flat().map(({ text }) => text) }
}

const stop = { unified: 'stop', raw: 'stop' } as const

/** A model of the AI SDK that gives answers in turn. */
const answering = (...answers: readonly string[]): MockLanguageModelV4 => {
  let at = 0
  return new MockLanguageModelV4({
    provider: 'openai.responses',
    modelId: 'gpt-5.4',
    doGenerate: async () => ({
      content: [{ type: 'text', text: answers[at++] ?? '' }],
      ...{ finishReason: stop, usage, warnings: [] },
    }),
    doStream: async () => {
      const [begin = '', ...rest] = (answers[at++] ?? '').split(/(?<= )/)
      return {
        stream: simulateReadableStream({
          chunks: [
            { type: 'stream-start', warnings: [] },
            { type: 'text-start', id: '1' },
            ...[begin, ...rest].map(delta => ({ type: 'text-delta' as const, id: '1', delta })),
            { type: 'text-end', id: '1' },
            { type: 'finish', finishReason: stop, usage },
          ],
        }),
      }
    },
  })
}

/** Asks a model of the AI SDK through a middleware, and returns the prompt that it got, as JSON. */
async function ask(options: ContextOptions, messages: ModelMessage[], answer: string): Promise<string> {
  const mock = answering(answer)
  await generateText({
    model: wrapLanguageModel({ model: mock, middleware: contextCompiler(options) }),
    messages,
  })
  return JSON.stringify(mock.doGenerateCalls[0]?.prompt)
}

const user = (content: string): ModelMessage => ({ role: 'user', content })
const said = (content: string): ModelMessage => ({ role: 'assistant', content })

test('A4: the AI SDK adds messages and answers, and another conversation of the owner finds them', async () => {
  const { memory, texts } = recording()
  const options = { context, memory, owner: anna, protect }
  const first = [user('I like night trains. Write to anna@example.com.')]
  await ask({ ...options, conversation: 'chat-1' }, first, 'A night train to Rome leaves at 8.')
  expect(texts()).toEqual([
    'I like night trains. Write to [secret:email].',
    'A night train to Rome leaves at 8.',
  ])
  const question = [user('Which trains do I like?')]
  expect(await ask({ ...options, conversation: 'chat-2' }, question, 'Night trains.')).toContain(
    'I like night trains',
  )
  const other = { ...options, owner: { app: 'trips', user: 'ben' }, conversation: 'chat-3' }
  expect(await ask(other, question, 'None.')).not.toContain('I like night trains')
})

test('A4: a stream of the AI SDK adds its answer, by waitUntil', async () => {
  const { memory, texts } = recording()
  const work: Promise<unknown>[] = []
  const waitUntil = (one: Promise<unknown>): void => void work.push(one)
  const middleware = contextCompiler({ memory, owner: anna, conversation: 'chat-1', waitUntil })
  const model = wrapLanguageModel({ model: answering('Take the night train.'), middleware })
  await streamText({ model, messages: [user('How do I get to Rome?')] }).text
  await Promise.all(work)
  expect(texts()).toEqual(['How do I get to Rome?', 'Take the night train.'])
})

test('A4: calls of a loop add each message once, and a list that is trimmed at its front replaces none', async () => {
  const { memory, calls, texts } = recording()
  const options = { memory, owner: anna, conversation: 'chat-1' }
  const all = Array.from({ length: 6 }, (_, turn) => [
    user(`question ${turn}`),
    said(`answer ${turn}`),
  ]).flat()
  const middleware = contextCompiler(options)
  for (const turn of [0, 1, 2, 3]) {
    const model = wrapLanguageModel({ model: answering(`answer ${turn}`), middleware })
    await generateText({ model, messages: all.slice(0, 2 * turn + 1) })
  }
  expect(texts()).toEqual(all.slice(0, 8).map(({ content }) => content))
  // Another process gets a list of which the app dropped the beginning.
  await ask(options, all.slice(6, 9), 'answer 4')
  expect(calls.at(-1)?.map(({ text }) => text)).toEqual(['question 3', 'answer 3', 'question 4', 'answer 4'])
  const found = await memory.search(anna, { text: 'question answer', top: 100 })
  expect(found.map(({ text }) => text).sort()).toEqual(
    all
      .slice(0, 10)
      .map(({ content }) => String(content))
      .sort(),
  )
  // Steps of one answer call the model several times.
  let step = 0
  const mock = new MockLanguageModelV4({
    doGenerate: async () => ({
      content:
        ++step > 5
          ? [{ type: 'text', text: 'Sunny.' }]
          : [{ type: 'tool-call', toolCallId: `c${step}`, toolName: 'weather', input: '{"city":"Rome"}' }],
      finishReason: step > 5 ? stop : { unified: 'tool-calls', raw: 'tool_calls' },
      ...{ usage, warnings: [] },
    }),
  })
  const before = calls.length
  await generateText({
    model: wrapLanguageModel({ model: mock, middleware }),
    messages: [user('Weather?')],
    ...{ tools, stopWhen: isStepCount(10) },
  })
  expect(calls.slice(before).map(each => each.map(({ text }) => text))).toEqual([['Weather?'], ['Sunny.']])
  expect(JSON.stringify(calls)).not.toContain(page)
})

test('A4: steps with protect learn the messages of the app in their protected form, and no block of memories', async () => {
  const { memory, texts } = recording()
  await memory.add(anna, [{ id: '0', text: 'Anna likes trains.', session: 'old' }])
  const prepareStep = compileStep({ context, memory, owner: anna, conversation: 'chat-1', protect })
  const mock = answering('The train of 8.')
  const messages = [user('Which trains do I like? I am anna@example.com.')]
  await generateText({ model: mock, messages, prepareStep: prepareStep as never })
  expect(JSON.stringify(mock.doGenerateCalls[0]?.prompt)).toContain('Anna likes trains.')
  expect(texts()).toEqual(['Anna likes trains.', 'Which trains do I like? I am [secret:email].'])
  await prepareStep({ messages: [...messages, said('The train of 8.'), user('Thanks')], model: mock })
  await expect
    .poll(texts)
    .toEqual([
      'Anna likes trains.',
      'Which trains do I like? I am [secret:email].',
      'The train of 8.',
      'Thanks',
    ])
})

test('A4: an agent of LangChain adds messages and answers of its thread, and is sent what it finds', async () => {
  const { memory, texts } = recording()
  const run = async (messages: BaseMessage[], thread: string, answer: string): Promise<readonly string[]> => {
    const middleware = [langChainCompiler({ context, memory, owner: () => anna, protect })]
    const agent = createAgent({
      model: new FakeListChatModel({ responses: [answer] }),
      tools: [],
      middleware,
    })
    const heard: string[] = []
    const handleChatModelStart = (_: unknown, [sent = []]: BaseMessage[][]): void =>
      void heard.push(...sent.map(({ text }) => text))
    await agent.invoke(
      { messages },
      { configurable: { thread_id: thread }, callbacks: [{ handleChatModelStart }] },
    )
    return heard
  }
  const messages = [
    new HumanMessage('Hi'),
    new AIMessage('Hello'),
    new HumanMessage('I am anna@example.com.'),
  ]
  await run(messages, 't1', 'Noted.')
  expect(texts()).toEqual(['Hi', 'Hello', 'I am [secret:email].', 'Noted.'])
  const heard = await run([new HumanMessage('Hello, who am I?')], 't2', 'Anna.')
  expect(heard.slice(-2)[0]).toBe('Hello, who am I?')
  expect(heard.at(-1)).toMatch(
    /^<context:\w+ from="memory">\n[\s\S]*I am \[ secret:email\]\.[\s\S]*<\/context:\w+>$/,
  )
})

test('A4: the Agents SDK adds messages at once and an answer with the next call, and learns no block of memories', async () => {
  const { memory, texts } = recording()
  await memory.add(anna, [{ id: '0', text: 'Anna likes night trains.', session: 'old' }])
  const scripted = new ScriptedModel([[assistantMessage('Night trains.')], [assistantMessage('Bye.')]])
  const model = protectedModel(scripted, { protect })
  const callModelInputFilter = agentsCompiler({
    ...{ context, memory },
    owner: call => (call.context as { readonly owner: Owner }).owner,
    conversation: call => (call.context as { readonly chat: string }).chat,
  })
  const runner = new Runner({ tracingDisabled: true, callModelInputFilter })
  const agent = new Agent({ name: 'clerk', instructions: 'Be brief.', model })
  const session = new MemorySession()
  const about = { session, context: { owner: anna, chat: 'chat-1' } }
  await runner.run(agent, 'Which trains do I like? I am anna@example.com.', about)
  expect(texts().slice(1)).toEqual(['Which trains do I like? I am [secret:email].'])
  const sent = JSON.stringify(scripted.calls[0]?.request)
  expect([sent.includes('Anna likes night trains.'), sent.includes('anna@example.com')]).toEqual([
    true,
    false,
  ])
  await runner.run(agent, 'Thanks', about)
  expect(texts().slice(2)).toEqual(['Night trains.', 'Thanks'])
  // The SDK stores what a filter adds. It is neither sent again nor learned.
  const stored: AgentInputItem[] = await session.getItems()
  expect(JSON.stringify(stored)).toContain('Anna likes night trains.')
  const { input } = scripted.calls[1]?.request ?? {}
  const roles = Array.isArray(input) ? input.map(item => ('role' in item ? item.role : '')) : []
  expect(roles).toEqual(['user', 'assistant', 'user'])
})

test('4-F11: after forget, a new chat with the words of an earlier one recalls nothing in the same process', async () => {
  const memory = processMemories()
  await memory.add(anna, [{ id: '0', text: 'Anna likes night trains.', session: 'old' }])
  const words = 'Which trains do I like?'
  const options = { context, memory, owner: anna, learn: false }

  let chat = ''
  const conversation = () => chat
  const mock = answering('Night trains.', 'None.')
  const model = wrapLanguageModel({ model: mock, middleware: contextCompiler({ ...options, conversation }) })
  const scripted = new ScriptedModel([[assistantMessage('Night trains.')], [assistantMessage('None.')]])
  const callModelInputFilter = agentsCompiler({ ...options, conversation })
  const runner = new Runner({ tracingDisabled: true, callModelInputFilter })
  const agent = new Agent({ name: 'clerk', model: scripted })
  const asked = async (id: string) => {
    chat = id
    await generateText({ model, messages: [user(words)] })
    await runner.run(agent, words)
    const sent = [mock.doGenerateCalls.at(-1)?.prompt, scripted.lastCall?.request]
    return sent.map(each => JSON.stringify(each).includes('night trains'))
  }

  expect(await asked('chat-1')).toEqual([true, true])
  const { left } = await forget(anna, { memories: [memory] })
  expect(left).toEqual([])
  expect(await asked('chat-2')).toEqual([false, false])
})

test('A4: without the id of a conversation nothing is added and CX9208 says so; learn: false adds nothing silently', async () => {
  const { memory, calls } = recording()
  const codesOf = async (options: ContextOptions) => {
    const codes: string[] = []
    const onCompiled = ({ diagnostics }: Compiled<never>) =>
      void codes.push(...diagnostics.map(({ code }) => code))
    await ask({ memory, owner: anna, ...options, onCompiled: onCompiled as never }, [user('Hi')], 'Hello')
    return codes
  }
  expect(await codesOf({})).toEqual(['CX9208'])
  expect(await codesOf({ learn: false })).toEqual([])
  expect(await codesOf({ owner: () => undefined })).toEqual([])
  expect(await codesOf({ learn: false, conversation: 'chat-1' })).toEqual([])
  expect(calls).toEqual([])
  expect(() => contextCompiler({ memory, owner: anna, learn: 'no' as never })).toThrow(
    'contextCompiler.learn must be',
  )
})

test('A4: a store that fails delays no answer, is reported by the next call, and gets the messages again', async () => {
  const { memory, texts } = recording()
  let isDown = true
  const add: MemoryStore['add'] = (owner, memories) =>
    isDown ? Promise.reject(new Error('no connection')) : memory.add(owner, memories)
  const codes: string[][] = []
  const middleware = contextCompiler({
    ...{ memory: { ...memory, add }, owner: anna, conversation: 'chat-1' },
    onCompiled: ({ diagnostics }) => codes.push(diagnostics.map(({ code }) => code)),
  })
  const call = (messages: ModelMessage[], answer: string) =>
    generateText({ model: wrapLanguageModel({ model: answering(answer), middleware }), messages })
  expect((await call([user('Hi')], 'Hello')).text).toBe('Hello')
  isDown = false
  await call([user('Hi'), said('Hello'), user('Rome?')], 'Yes.')
  await call([user('Hi'), said('Hello'), user('Rome?'), said('Yes.'), user('Bye')], 'Bye.')
  expect(codes).toEqual([[], ['CX9202'], []])
  expect(texts()).toEqual(['Hi', 'Hello', 'Rome?', 'Yes.', 'Bye', 'Bye.'])
})

test('A4: an answer that an async detector must check is added with the next call', async () => {
  const { memory, texts } = recording()
  const names = {
    ...{ id: 'names', version: '1' },
    findLater: async (text: string) =>
      [...text.matchAll(/Maria/g)].map(({ index }) => ({ start: index, end: index + 5, kind: 'name' })),
  }
  const options = { memory, owner: anna, conversation: 'chat-1', protect: [redact({ detectors: [names] })] }
  await ask(options, [user('I am Maria.')], 'Hello Maria.')
  expect(texts()).toEqual(['I am [secret:names].'])
  const next = [user('I am Maria.'), said('Hello Maria.'), user('Bye')]
  await ask(options, next, 'Bye, Maria.')
  expect(texts().slice(1)).toEqual(['I am [secret:names].', 'Hello [secret:names].', 'Bye'])
})

test('A4: recalled values have no numbers, so that none means another value after a restart', async () => {
  const first = [user('I am anna@example.com. Who is my sister?')]
  const answer = said('She is a reader of your list.')
  const more = [...first, answer, user('Mail eva@example.com, too. Who is my sister?')]
  const store = async (text: string): Promise<MemoryStore> => {
    const memory = processMemories()
    await memory.add(anna, [{ id: '1', text, author: 'user', session: 'old' }])
    return memory
  }
  const options = { context, owner: anna, protect, learn: false }
  // Each call is of a process of its own, and each finds another memory.
  const found = [
    await ask({ ...options, memory: await store('My sister is mia@example.com.') }, first, 'Her.'),
    await ask({ ...options, memory: await store('My sister has no address.') }, more, 'Sent.'),
    await ask({ ...options, memory: await store('My sister is zoe@example.com.') }, more, 'Sent.'),
  ]
  for (const prompt of found) expect(prompt).not.toMatch(/(?:mia|zoe|anna|eva)@/)
  const numbers = found.map(prompt => [...new Set(prompt.match(/secret:email:\w+/g))])
  expect(numbers).toEqual([
    ['secret:email:1'],
    ['secret:email:1', 'secret:email:2'],
    ['secret:email:1', 'secret:email:2'],
  ])
  for (const prompt of found.slice(1)) expect(prompt).toContain('Mail [secret:email:2], too.')
  expect(found[0]).toContain('My sister is [ secret:email].')
})
