import { AIMessage, HumanMessage } from '@langchain/core/messages'
import { FakeListChatModel } from '@langchain/core/utils/testing'
import { C, type Compiled } from 'ctxc'
import { contextCompiler } from 'ctxc/ai-sdk'
import { createConversationCompiler } from 'ctxc/compile'
import { fromOpenAI } from 'ctxc/from/openai'
import { contextCompiler as langChainCompiler } from 'ctxc/langchain'
import { processMemories } from 'ctxc/remember'
import type { Owner } from 'ctxc/store'
import { createAgent } from 'langchain'
import { expect, test } from 'vitest'

const anna: Owner = { app: 'trips', user: 'anna' }
const memory = processMemories()
await memory.add(anna, [
  { id: '1', text: 'I like night trains.', author: 'user', session: 'old' },
  { id: '2', text: 'Trains to Rome are slow.', author: 'user', session: 'chat-7' },
])
const context = [C.all(), C.memory()]
const question = 'Which trains do I like?'

/** Returns the texts of memories in a result, and the codes of what was reported. */
const foundIn = (result: Compiled | undefined) => ({
  found: ['night trains', 'to Rome'].filter(text => JSON.stringify(result?.request).includes(text)),
  codes: result?.diagnostics.map(({ code }) => code),
})

/** Compiles a prompt by the middleware of the AI SDK. */
async function ofAISDK(options: Parameters<typeof contextCompiler>[0], providerOptions = {}) {
  const results: Compiled[] = []
  const middleware = contextCompiler({
    context,
    learn: false,
    ...options,
    onCompiled: result => void results.push(result),
  })
  await middleware.transformParams({
    params: {
      prompt: [{ role: 'user', content: [{ type: 'text', text: question }] }],
      providerOptions,
    },
    model: { provider: 'openai', modelId: 'gpt-5.4' },
  })
  return foundIn(results[0])
}

test('the middleware of the AI SDK finds memories of an owner, also of one that a function finds in the call', async () => {
  expect(await ofAISDK({ memory, owner: anna })).toEqual({ found: ['night trains', 'to Rome'], codes: [] })
  const owner = (call: {
    readonly providerOptions?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined
  }) => {
    const user = call.providerOptions?.app?.user
    return typeof user === 'string' ? { app: 'trips', user } : undefined
  }
  expect(await ofAISDK({ memory, owner }, { app: { user: 'anna' } })).toMatchObject({ codes: [] })
  expect(await ofAISDK({ memory, owner }, { app: { user: 'ben' } })).toEqual({ found: [], codes: [] })
  expect(await ofAISDK({ memory, owner })).toEqual({ found: [], codes: ['CX9201'] })
  expect(await ofAISDK({})).toEqual({ found: [], codes: ['CX9201'] })
})

test('memories of the conversation itself are left out', async () => {
  const found = await ofAISDK({ memory, owner: anna, conversation: 'chat-7' })
  expect(found).toEqual({ found: ['night trains'], codes: [] })
})

test('a store of memories without an owner, and a malformed owner, are refused when the middleware is made', () => {
  expect(() => contextCompiler({ memory })).toThrow('memory and owner are given together')
  expect(() => langChainCompiler({ memory })).toThrow('memory and owner are given together')
  expect(() => langChainCompiler({ owner: { app: '' } })).toThrow('owner.app must be a string')
  expect(() => contextCompiler({ memory, owner: { app: '' } })).toThrow('owner.app must be a string')
})

test('the middleware of LangChain finds memories of an owner', async () => {
  const foundBy = async (configurable: object) => {
    const results: Compiled[] = []
    const onCompiled = (result: Compiled): void => void results.push(result)
    const middleware = [langChainCompiler({ context, memory, learn: false, owner: () => anna, onCompiled })]
    const model = new FakeListChatModel({ responses: ['Night trains.'] })
    const messages = [new HumanMessage('Hi'), new AIMessage('Hello'), new HumanMessage(question)]
    await createAgent({ model, tools: [], middleware }).invoke({ messages }, { configurable })
    return foundIn(results[0]).found
  }
  expect(await foundBy({})).toEqual(['night trains', 'to Rome'])
  expect(await foundBy({ thread_id: 'chat-7' })).toEqual(['night trains'])
})

test('a compiler of conversations finds memories of the owner of each call', async () => {
  const compiler = createConversationCompiler({
    model: 'gpt-5.4',
    target: 'openai-chat',
    context,
    memory,
    owner: { app: 'none' },
  })
  const conversation = fromOpenAI([{ role: 'user', content: question }])
  expect(foundIn(await compiler.compile(conversation)).found).toEqual([])
  expect(foundIn(await compiler.compile(conversation, { owner: anna })).found).toEqual([
    'night trains',
    'to Rome',
  ])
})

test('CX9201 names the options that bring memories', async () => {
  const results: Compiled[] = []
  const middleware = contextCompiler({ context, onCompiled: result => void results.push(result) })
  await middleware.transformParams({
    params: { prompt: [{ role: 'user', content: [{ type: 'text', text: question }] }] },
    model: { provider: 'openai', modelId: 'gpt-5.4' },
  })
  const [told] = results[0]?.diagnostics ?? []
  expect(told).toMatchObject({ code: 'CX9201', data: { kind: 'recall' } })
  expect(`${told?.message} ${told?.help}`).toMatch(/'memory' and 'owner'.*contextCompiler/)
})
