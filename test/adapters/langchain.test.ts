import { AIMessage, type BaseMessage, HumanMessage } from '@langchain/core/messages'
import { contextCompiler } from 'ctxc/langchain'
import { createAgent, fakeModel, tool } from 'langchain'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Compiled } from '../../src/index.ts'
import { expectSteady } from './loop.ts'

const budget = 3_000
const steps = 120

const search = tool(({ query }) => `Results for ${query}: ${'sunny spells and a light wind. '.repeat(20)}`, {
  name: 'search',
  description: 'Searches the web.',
  schema: z.object({ query: z.string() }),
})

/** A model that searches for so many steps and then answers. */
function researcher(count: number, about = '') {
  const model = fakeModel()
  for (let step = 0; step < count; step++)
    model.respond(
      new AIMessage({
        content: '',
        tool_calls: [{ id: `call_${step}`, name: 'search', args: { query: `question ${step}${about}` } }],
      }),
    )
  return model.respond(new AIMessage('Done.'))
}

const plainOf = (message: BaseMessage): unknown => message.toDict()

/** Returns copies of messages in the form in which a store returns a state. */
const stored = (messages: readonly BaseMessage[]): BaseMessage[] =>
  messages.map(message => Object.assign(Object.create(Object.getPrototypeOf(message)), message))

test('requests of a long loop share a prefix between trims, and a step costs only its new messages', {
  timeout: 60_000,
}, async () => {
  const compiled: Compiled[] = []
  const model = researcher(steps)
  const agent = createAgent({
    model,
    tools: [search],
    systemPrompt: 'You are a researcher.',
    middleware: [contextCompiler({ budget, model: 'gpt-4.1', onCompiled: one => compiled.push(one) })],
  })
  await agent.invoke({ messages: [new HumanMessage('Find out everything.')] }, { recursionLimit: 1_000 })
  expectSteady(
    model.calls.map(({ messages }, at) => ({ messages: messages.map(plainOf), compiled: compiled[at]! })),
    budget,
  )
})

/** Calls of one middleware, one after the other or at the same time. */
function caller() {
  const compiled: Compiled[] = []
  const middleware = contextCompiler({ budget, model: 'gpt-4.1', onCompiled: one => compiled.push(one) })
  const ask = async (messages: BaseMessage[], systemPrompt = 'Be brief.') => {
    const model = fakeModel().respond(new AIMessage('Done.'))
    await createAgent({ model, tools: [search], systemPrompt, middleware: [middleware] }).invoke({ messages })
    return model.calls[0]?.messages ?? []
  }
  return { ask, compiled }
}

test('a conversation loaded from a store is recognized, and a changed one is not', async () => {
  const { ask, compiled } = caller()
  const words = 'a long story, '.repeat(100)
  const messages: BaseMessage[] = Array.from({ length: 30 }, (_, turn) => [
    new HumanMessage(`${turn} ${words}`),
    new AIMessage(`Answer ${turn}.`),
  ]).flat()
  await ask([...messages, new HumanMessage('Well?')])
  const more = [...messages, new HumanMessage('Well?'), new AIMessage('So.'), new HumanMessage('And?')]
  await ask(stored(more))
  expect(compiled[1]?.work.unitsVisited).toBeLessThanOrEqual(3)
  const last = more[58] as HumanMessage
  last.content = 'Something else.'
  const sent = await ask(more)
  expect(sent.map(({ text }) => text)).toContain('Something else.')
  const anew = caller()
  await anew.ask(more)
  expect(compiled[2]?.request).toEqual(anew.compiled[0]?.request)
})

test('concurrent branches and another instruction are kept apart', async () => {
  const { ask, compiled } = caller()
  const beginning = [new HumanMessage('Hi'), new AIMessage('Hello.')]
  await ask([new HumanMessage('Hi')])
  const ways = Array.from({ length: 20 }, (_, way) => `Way ${way}.`)
  const sent = await Promise.all(ways.map(way => ask([...beginning, new HumanMessage(way)])))
  expect(sent.map(messages => messages.at(-1)?.text)).toEqual(ways)
  expect(compiled.every(({ diagnostics }) => diagnostics.length === 0)).toBe(true)
  await ask(
    [...beginning, new HumanMessage('Way 1.'), new AIMessage('So.'), new HumanMessage('And?')],
    'Rhyme.',
  )
  expect(compiled.at(-1)?.diagnostics).toMatchObject([
    { code: 'CX5001', data: { decisions: [{ kind: 'config-change', why: 'instruction' }] } },
  ])
})
