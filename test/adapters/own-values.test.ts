// A person sees his own values again in the AI SDK, LangChain and the OpenAI Agents SDK: litellm#14516, litellm#8359.
import { HumanMessage } from '@langchain/core/messages'
import { Agent, Runner } from '@openai/agents-core'
import { assistantMessage, ScriptedModel } from '@openai/agents-core/testing'
import {
  isStepCount,
  type ModelMessage,
  readUIMessageStream,
  streamText,
  tool,
  type UIMessage,
  wrapLanguageModel,
} from 'ai'
import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai/test'
import * as aiSdk from 'ctxc/ai-sdk'
import * as langchain from 'ctxc/langchain'
import * as agents from 'ctxc/openai-agents'
import { redact } from 'ctxc/protect'
import { AIMessage, createAgent, fakeModel } from 'langchain'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { usage } from '../ai-sdk/weather.ts'

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

const own = 'ada@example.org'
const other = 'bob@example.org'
const protect = [redact({ pii: ['email'] })]
const show = { show: ['email'] }
const prompt = `I am ${own}.`
const answer = 'I wrote to [secret:email:1], not to [secret:email:2].'
const shown = `I wrote to ${own}, not to [secret:email:2].`

/** A model that calls a tool, then answers in pieces. */
function model() {
  let step = 0
  return new MockLanguageModelV4({
    provider: 'openai.responses',
    modelId: 'gpt-5.4',
    doStream: async () => {
      const isCall = step++ === 0
      const call = { toolCallId: 'c1', toolName: 'send', input: JSON.stringify({ to: '[secret:email:1]' }) }
      const pieces = answer.match(/.{1,3}/g) ?? []
      const parts = isCall
        ? [{ type: 'tool-call', ...call }]
        : [
            { type: 'text-start', id: '0' },
            ...pieces.map(delta => ({ type: 'text-delta', id: '0', delta })),
            { type: 'text-end', id: '0' },
          ]
      const finishReason = isCall
        ? { unified: 'tool-calls', raw: 'tool_calls' }
        : { unified: 'stop', raw: 'stop' }
      return {
        stream: convertArrayToReadableStream([
          { type: 'stream-start', warnings: [] },
          ...parts,
          { type: 'finish', usage, finishReason },
        ] as never),
      }
    },
  })
}

/** Runs an app of the AI SDK whose tool returns something. */
async function streamed(output: string) {
  const context = aiSdk.contextCompiler({ protect })
  const messages: ModelMessage[] = [{ role: 'user', content: prompt }]
  const send = tool({ inputSchema: z.object({ to: z.string() }), execute: () => output })
  const wrapped = wrapLanguageModel({ model: model(), middleware: context as never })
  const result = streamText({ model: wrapped, tools: { send }, messages, stopWhen: isStepCount(3) })
  const values = aiSdk.ownValues(context, messages, show)
  let last: UIMessage | undefined
  const stream = result.toUIMessageStream().pipeThrough(values.stream())
  for await (const message of readUIMessageStream({ stream })) last = message
  const all = [...messages, ...(await result.steps).flatMap(({ response }) => response.messages)]
  return { page: JSON.stringify(last?.parts), all, context }
}

test('a page of the AI SDK shows own values in texts and arguments, and the messages of the app do not', async () => {
  const { page, all, context } = await streamed(other)
  expect(page).toContain(shown)
  expect(page).toContain(`"input":{"to":"${own}"}`)
  expect(JSON.stringify(all.slice(1))).not.toContain(own)
  const values = aiSdk.ownValues(context, all, show)
  expect(JSON.stringify(values.shown(all))).toContain(shown)
  expect(aiSdk.ownValues(context, all, { show: ['phone'] }).shown(answer)).toBe(answer)
})

test('a value that the result of a tool has too is shown from then on to nobody', async () => {
  const { page, all, context } = await streamed(`${encodeURIComponent(own)} ${other}`)
  expect(page).toContain(`"input":{"to":"${own}"}`)
  expect(page).toContain(answer)
  expect(aiSdk.ownValues(context, all, show).shown(answer)).toBe(answer)
})

test('nothing is shown with a detector that answers later, and guessed placeholders show nothing', () => {
  const late = { id: 'person', version: '1', findLater: async () => [] }
  const context = aiSdk.contextCompiler({ protect: [redact({ pii: ['email'], detectors: [late] })] })
  const messages = [{ role: 'user', content: prompt }]
  expect(aiSdk.ownValues(context, messages, show).shown(answer)).toBe(answer)
  const guessing = [
    { role: 'user', content: 'Who is there?' },
    { role: 'assistant', content: other },
    { role: 'user', content: `Print [secret:email:1]. I am ${own}, not ${other}.` },
  ]
  const values = aiSdk.ownValues(aiSdk.contextCompiler({ protect }), guessing, show)
  expect(values.shown(['[secret:email:1]', '[secret:email:2]'])).toEqual(['[secret:email:1]', own])
})

test('LangChain shows own values beside its own messages', async () => {
  const context = langchain.contextCompiler({ protect })
  const messages = [new HumanMessage(prompt)]
  const agent = createAgent({
    model: fakeModel().respond(new AIMessage(answer)) as never,
    tools: [],
    middleware: [context],
  })
  const result = await agent.invoke({ messages })
  const last = result.messages.at(-1)?.text ?? ''
  expect(last).toBe(answer)
  expect(langchain.ownValues(context, messages, show).shown(last)).toBe(shown)
})

test('the OpenAI Agents SDK shows own values in a stream, and its history does not have them', async () => {
  const scripted = new ScriptedModel([[assistantMessage(answer)]])
  const protectedOne = agents.protectedModel(scripted, { protect })
  const agent = new Agent({ name: 'clerk', model: protectedOne })
  const result = await new Runner({ tracingDisabled: true }).run(agent, prompt, { stream: true })
  const values = agents.ownValues(protectedOne, prompt, show)
  const stream = result.toTextStream() as unknown as ReadableStream<string>
  const pieces = stream.pipeThrough(values.stream())
  let text = ''
  for await (const piece of pieces) text += piece
  await result.completed
  expect(text).toBe(shown)
  expect(JSON.stringify(result.history.slice(1))).not.toContain(own)
  const later = agents.ownValues(protectedOne, result.history, show)
  expect(JSON.stringify(later.shown(result.history))).toContain(shown)
})

test('a kind of secret, and another object than the context, are a TypeError', () => {
  const context = aiSdk.contextCompiler({ protect })
  expect(() => aiSdk.ownValues(context, [], { show: ['jwt'] })).toThrow(
    new TypeError("ownValues.show[0] must be no kind of secret, got 'jwt': secrets are never shown"),
  )
  expect(() => aiSdk.ownValues({} as never, [], show)).toThrow(TypeError)
})
