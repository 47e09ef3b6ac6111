import { Agent, type AgentInputItem, Runner, tool } from '@openai/agents-core'
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents-core/testing'
import { contextCompiler } from 'ctxc/openai-agents'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Compiled } from '../../src/index.ts'
import { expectSteady } from './loop.ts'

const budget = 3_000
const steps = 120

const search = tool({
  name: 'search',
  description: 'Searches the web.',
  parameters: z.object({ query: z.string() }),
  execute: ({ query }) => `Results for ${query}: ${'sunny spells and a light wind. '.repeat(20)}`,
})

test('requests of a long run share a prefix between trims, and a step costs only its new items', {
  timeout: 60_000,
}, async () => {
  const compiled: Compiled[] = []
  const model = new ScriptedModel([
    ...Array.from({ length: steps }, (_, step) => [
      functionCall('search', { query: `question ${step}` }, { callId: `call_${step}` }),
    ]),
    [assistantMessage('Done.')],
  ])
  const runner = new Runner({
    tracingDisabled: true,
    callModelInputFilter: contextCompiler({
      budget,
      model: 'gpt-4.1',
      onCompiled: one => compiled.push(one),
    }),
  })
  const agent = new Agent({ name: 'clerk', instructions: 'Be brief.', model, tools: [search] })
  await runner.run(agent, 'Find out everything.', { maxTurns: 2 * steps })
  expectSteady(
    model.calls.map(({ request }, at) => ({
      messages: request.input as readonly AgentInputItem[],
      compiled: compiled[at]!,
    })),
    budget,
  )
})

const user = (content: string): AgentInputItem => ({ role: 'user', content })
const said = (text: string): AgentInputItem => ({
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text }],
})

/** Calls of one filter, one after the other or at the same time. */
function caller() {
  const compiled: Compiled[] = []
  const filter = contextCompiler({ budget, model: 'gpt-5.4', onCompiled: one => compiled.push(one) })
  const ask = async (input: AgentInputItem[], instructions = 'Be brief.', name = 'clerk') => {
    const agent = new Agent({ name, tools: name === 'clerk' ? [search] : [] }) as never
    return (await filter({ modelData: { input, instructions }, agent, context: undefined })).input
  }
  return { ask, compiled }
}

test('a conversation loaded from a store is recognized, and a changed one is not', async () => {
  const { ask, compiled } = caller()
  const words = 'a long story, '.repeat(100)
  const items = Array.from({ length: 30 }, (_, turn) => [
    user(`${turn} ${words}`),
    said(`Answer ${turn}.`),
  ]).flat()
  await ask([...items, user('Well?')])
  const more = [...items, user('Well?'), said('So.'), user('And?')]
  await ask(structuredClone(more))
  expect(compiled[1]?.work.unitsVisited).toBeLessThanOrEqual(3)
  Object.assign(more[58] as object, { content: 'Something else.' })
  expect(await ask(more)).toContainEqual(user('Something else.'))
  const anew = caller()
  await anew.ask(more)
  expect(compiled[2]?.request).toEqual(anew.compiled[0]?.request)
})

test('concurrent branches are kept apart', async () => {
  const { ask, compiled } = caller()
  await ask([user('Hi')])
  const ways = Array.from({ length: 20 }, (_, way) => user(`Way ${way}.`))
  const sent = await Promise.all(ways.map(way => ask([user('Hi'), said('Hello.'), way])))
  expect(sent.map(items => items.at(-1))).toEqual(ways)
  expect(compiled.every(({ diagnostics }) => diagnostics.length === 0)).toBe(true)
})

test('each agent continues from its own last call when agents hand over to each other', async () => {
  const { ask, compiled } = caller()
  const items = [user('Hi')]
  const told = async (name: string): Promise<unknown> => {
    await ask([...items], `You are the ${name}.`, name)
    items.push(said(`I am the ${name}.`), user('Go on.'))
    const { diagnostics } = compiled.at(-1)!
    return diagnostics.flatMap(({ data }) => data.decisions)
  }
  expect(await told('clerk')).toEqual([])
  expect(await told('boss')).toMatchObject([{ kind: 'config-change', why: 'instruction, tools' }])
  for (const name of ['clerk', 'boss', 'boss', 'clerk']) expect(await told(name), name).toEqual([])
})
