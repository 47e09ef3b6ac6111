import { HumanMessage } from '@langchain/core/messages'
import { Agent, tool as agentsTool, Runner } from '@openai/agents-core'
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents-core/testing'
import { tool as aiTool, generateText, isStepCount, jsonSchema, streamText, wrapLanguageModel } from 'ai'
import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai/test'
import { agent, C, createSession, type JsonValue } from 'ctxc'
import * as aiSdk from 'ctxc/ai-sdk'
import type { Expanded } from 'ctxc/context'
import * as langchain from 'ctxc/langchain'
import * as agents from 'ctxc/openai-agents'
import { redact } from 'ctxc/protect'
import { AIMessage, createAgent, fakeModel, tool as langchainTool } from 'langchain'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { AnsweredCalls, AnsweredRequest } from '../../src/core/adapter/answered-calls.ts'
import { AgentLens } from '../../src/core/compile/agent-lens.ts'
import { usage } from '../ai-sdk/weather.ts'

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

const context = C.all().compact({ at: 'arrival' })
const text = Array.from({ length: 300 }, (_, line) => `line ${line} is in /data/part_${line}.csv`).join('\n')
const whole = 'line 150 is in /data/part_150.csv'
const shown = /Handle of the whole text: ([\d.]+) \(call expand with it/

/** Calls that a model makes in turn: it reads, asks for the whole by the handle that it sees, then for a part, and ends. */
function callsAfter(step: number, prompt: unknown): { name: string; input: object } | null {
  if (step === 0) return { name: 'read', input: {} }
  const handle = shown.exec(JSON.stringify(prompt))?.[1]
  if (step === 1) return { name: 'expand', input: { handle } }
  return step === 2 ? { name: 'expand', input: { handle, find: 'part_150.csv' } } : null
}

/** Checks the prompts of the four calls: the result is short at once, then whole, then a part, and nothing changes. */
function expectFirstSight(prompts: readonly (readonly unknown[])[]): void {
  expect(prompts).toHaveLength(4)
  const texts = prompts.map(prompt => prompt.map(message => JSON.stringify(message)))
  expect(texts[1]?.join()).not.toContain(whole)
  expect(texts[2]?.at(-1)).toContain(whole)
  expect(texts[3]?.at(-1)).toContain('[Characters ')
  expect(texts[3]?.at(-1)).toContain(whole)
  for (const [at, sent] of texts.entries())
    if (at > 0) expect(sent.slice(0, texts[at - 1]?.length)).toEqual(texts[at - 1])
}

describe('AI SDK', () => {
  const read = aiTool({ inputSchema: jsonSchema({ type: 'object' }), execute: () => text })
  const model = (idOf = (step: number) => `call_${step}`) => {
    let step = 0
    const content = (prompt: unknown) => {
      const call = callsAfter(step++, prompt)
      return call === null
        ? [{ type: 'text' as const, text: 'Done.' }]
        : [
            {
              ...{ type: 'tool-call' as const, toolCallId: idOf(step), toolName: call.name },
              input: JSON.stringify(call.input),
            },
          ]
    }
    const reason = (parts: readonly { type: string }[]) =>
      parts[0]?.type === 'text'
        ? ({ unified: 'stop', raw: 'stop' } as const)
        : ({ unified: 'tool-calls', raw: 'tool_calls' } as const)
    return new MockLanguageModelV4({
      provider: 'openai.responses',
      modelId: 'gpt-5.4',
      doGenerate: async ({ prompt }) => {
        const parts = content(prompt)
        return { content: parts, finishReason: reason(parts), usage, warnings: [] }
      },
      doStream: async ({ prompt }) => {
        const parts = content(prompt)
        const [first] = parts
        const pieces =
          first?.type === 'text'
            ? [
                { type: 'text-start', id: '0' },
                { type: 'text-delta', id: '0', delta: first.text },
                { type: 'text-end', id: '0' },
              ]
            : parts
        return {
          stream: convertArrayToReadableStream([
            { type: 'stream-start', warnings: [] },
            ...pieces,
            { type: 'finish', usage, finishReason: reason(parts) },
          ] as never),
        }
      },
    })
  }
  const prompt = 'Read it.'
  const stopWhen = isStepCount(9)

  test('the tool of a middleware answers the calls of its models', async () => {
    const compiler = aiSdk.contextCompiler({ context })
    const mock = model()
    const tools = { read, expand: aiSdk.expandTool(compiler) }
    const wrapped = wrapLanguageModel({ model: mock, middleware: compiler })
    await generateText({ model: wrapped, tools, prompt, stopWhen })
    expectFirstSight(mock.doGenerateCalls.map(call => call.prompt))
  })

  test('the tool of a middleware answers the calls of streams', async () => {
    const compiler = aiSdk.contextCompiler({ context })
    const mock = model()
    const tools = { read, expand: aiSdk.expandTool(compiler) }
    const wrapped = wrapLanguageModel({ model: mock, middleware: compiler })
    await streamText({ model: wrapped, tools, prompt, stopWhen }).text
    expectFirstSight(mock.doStreamCalls.map(call => call.prompt))
  })

  test('the tool of compileStep answers the calls of its loop', async () => {
    const prepareStep = aiSdk.compileStep({ context, tools: { read } })
    const mock = model()
    const tools = { read, expand: aiSdk.expandTool(prepareStep) }
    await generateText({ model: mock, tools, prompt, stopWhen, prepareStep })
    expectFirstSight(mock.doGenerateCalls.map(call => call.prompt))
  })

  test.each([
    ['conversations', undefined],
    ['answers', () => 'call_0'],
  ])('the tool answers calls whose ids repeat in several %s', async (_, idOf) => {
    const compiler = aiSdk.contextCompiler({ context })
    const tools = { read, expand: aiSdk.expandTool(compiler) }
    for (const prompt of ['Read it.', 'Read it, please.']) {
      const mock = model(idOf)
      const wrapped = wrapLanguageModel({ model: mock, middleware: compiler })
      await generateText({ model: wrapped, tools, prompt, stopWhen })
      expectFirstSight(mock.doGenerateCalls.map(call => call.prompt))
    }
  })

  test('a call that nothing is known of gets a sentence', () => {
    const expand = aiSdk.expandTool(aiSdk.contextCompiler({ context }))
    expect(expand.execute({ handle: '2.0' }, { toolCallId: 'call_1' })).toMatch(/^Nothing to expand/)
    expect(expand.execute(null, { toolCallId: 'call_1' })).toMatch(/^Nothing to expand/)
  })

  test('without the tool, results stay whole', async () => {
    const mock = model()
    const wrapped = wrapLanguageModel({ model: mock, middleware: aiSdk.contextCompiler({ context }) })
    await generateText({ model: wrapped, tools: { read }, prompt, stopWhen: isStepCount(2) })
    expect(JSON.stringify(mock.doGenerateCalls[1]?.prompt)).toContain(whole)
  })
})

test('LangChain: the tool answers the calls of its middleware', async () => {
  const compiler = langchain.contextCompiler({ context, model: 'gpt-4.1' })
  const read = langchainTool(() => text, { name: 'read', description: 'Reads.', schema: z.object({}) })
  const model = fakeModel()
  const handle = '2.0'
  const calls = [
    { name: 'read', args: {} },
    { name: 'expand', args: { handle } },
    { name: 'expand', args: { handle, find: 'part_150.csv' } },
  ]
  for (const [step, call] of calls.entries())
    model.respond(new AIMessage({ content: '', tool_calls: [{ id: `call_${step}`, ...call }] }))
  model.respond(new AIMessage('Done.'))
  const agent = createAgent({
    model,
    tools: [read, langchain.expandTool(compiler)],
    middleware: [compiler],
  })
  await agent.invoke({ messages: [new HumanMessage('Read it.')] })
  expect(shown.exec(JSON.stringify(model.calls[1]?.messages))?.[1]).toBe(handle)
  expectFirstSight(model.calls.map(({ messages }) => messages.map(message => message.toDict())))
})

describe('OpenAI Agents SDK', () => {
  const read = agentsTool({
    ...{ name: 'read', description: 'Reads.', parameters: z.object({}) },
    execute: () => text,
  })
  const handle = '2.0'
  const script = () =>
    new ScriptedModel([
      [functionCall('read', {}, { callId: 'call_0' })],
      [functionCall('expand', { handle }, { callId: 'call_1' })],
      [functionCall('expand', { handle, find: 'part_150.csv' }, { callId: 'call_2' })],
      [assistantMessage('Done.')],
    ])
  const run = async (filter: ReturnType<typeof agents.contextCompiler>, given?: object) => {
    const model = script()
    const agent = new Agent({ name: 'clerk', model, tools: [read, agents.expandTool(filter)] })
    const runner = new Runner({ tracingDisabled: true, callModelInputFilter: filter })
    await runner.run(agent, 'Read it.', { maxTurns: 9, ...(given && { context: given }) })
    return model.calls.map(({ request }) => request.input as readonly unknown[])
  }

  test('the tool answers the calls of its filter', async () => {
    const filter = agents.contextCompiler({ context, model: 'gpt-4.1' })
    expectFirstSight(await run(filter))
  })

  test('conversations that share the object of their runs get no answer from each other', async () => {
    const filter = agents.contextCompiler({ context, model: 'gpt-4.1' })
    const app = {}
    expectFirstSight(await run(filter, app))
    const second = await run(filter, app)
    expect(JSON.stringify(second[2]?.at(-1))).toContain('Nothing to expand')
  })
})

test('a call gets no content of another conversation whose call has the same id', () => {
  const calls = new AnsweredCalls()
  const compiler = {}
  calls.attachTo(compiler)
  const [, tool] = AnsweredCalls.ofExpandTool(compiler, {})
  const lens = new AgentLens({ session: createSession(), guard: null })
  const source = (expanded: Expanded) => new AnsweredRequest({ expand: () => expanded }, lens)
  const before = (text: string, value: JsonValue = null) => ({
    agent: agent({ name: 'assistant' }),
    session: createSession({
      events: [
        { author: 'user', text },
        { author: 'user', parts: [{ kind: 'data', value }] },
      ],
    }),
  })
  const answer = (text: string, value?: JsonValue) =>
    calls.answer({ handle: '0.0' }, { id: 'call_1', before: () => before(text, value) })
  const first = source({ ok: true, text: 'to [secret:email:1], [secret:phone:2].' })
  for (let times = 0; times < 2; times++) calls.keep([{ id: 'call_1', name: tool.name }], first)
  expect(answer('to ada@example.org, 030 123.')).toBe('to [secret:email:1], [secret:phone:2].')
  for (const other of ['second', 'to ada@example.org; 030 123.', 'and to a, b.', 'to a, b. c', 'to .'])
    expect(answer(other)).toMatch(/^Nothing to expand/)
  // The call's own request was made by another process, whose messages this one gets.
  expect(calls.answer({ handle: '0.0' }, { id: 'call_1' })).toMatch(/^Nothing to expand/)
  calls.keep([{ id: 'call_1', name: tool.name }], source({ ok: true, text: 'second' }))
  expect(answer('second')).toBe('second')
  expect(answer('to ada@example.org, 030 123.')).toBe('to [secret:email:1], [secret:phone:2].')
  expect(answer('third')).toMatch(/^Nothing to expand/)
  // Nothing tells which of two requests it is.
  calls.keep([{ id: 'call_1', name: tool.name }], source({ ok: true, text: 'to [secret:email:2].' }))
  calls.keep([{ id: 'call_1', name: tool.name }], source({ ok: true, text: 'to [secret:email:3].' }))
  expect(answer('to bob@example.org.')).toMatch(/^Nothing to expand/)

  const data = source({ ok: true, content: [{ kind: 'data', value: { owes: 7 } }] })
  calls.keep([{ id: 'call_2', name: tool.name }], data)
  const owed = (owes: number) =>
    calls.answer({ handle: '0.0' }, { id: 'call_2', before: () => before('Hi', { owes }) })
  expect([owed(7), owed(8).slice(0, 17)]).toEqual(['{"owes":7}', 'Nothing to expand'])
})

test('a context that shows parts of texts is refused where a model is protected after it', async () => {
  const protect = [redact()]
  expect(() => aiSdk.compileStep({ context, protect })).toThrow(/protect/)
  const filter = agents.contextCompiler({ context, model: 'gpt-4.1' })
  const model = agents.protectedModel(new ScriptedModel([[assistantMessage('Done.')]]), { protect })
  const agent = new Agent({ name: 'clerk', model, tools: [] }) as never
  const call = { modelData: { input: [{ role: 'user', content: 'Hi' }], instructions: '' }, agent } as never
  await expect((async () => filter(call))()).rejects.toThrow(/protected/)
})

test('an object that no contextCompiler made is refused, and so is a second name', () => {
  for (const { expandTool } of [aiSdk, langchain, agents])
    for (const wrong of [null, {}, () => {}]) expect(() => expandTool(wrong as never)).toThrow(TypeError)
  const compiler = aiSdk.contextCompiler({ context })
  aiSdk.expandTool(compiler)
  expect(() => aiSdk.expandTool(compiler, { name: 'whole' })).toThrow(/expand/)
})
