// Runs of the OpenAI Agents SDK on its own model classes, with protected values in whatever they send: no request holds one.
import {
  Agent,
  type AgentInputItem,
  handoff,
  MemorySession,
  type Model,
  Runner,
  tool,
} from '@openai/agents-core'
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents-core/testing'
import { OpenAIChatCompletionsModel, OpenAIResponsesModel } from '@openai/agents-openai'
import { ContextError, contextCompiler, protectedModel } from 'ctxc/openai-agents'
import fc from 'fast-check'
import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fresh, redact } from '../../../src/core/protect/index.ts'
import { planted, protect, shownIn, state, values } from './planted.ts'

const [code, mail] = values

const classes = {
  responses: (client: OpenAI) => new OpenAIResponsesModel(client as never, 'gpt-5.4'),
  chat: (client: OpenAI) => new OpenAIChatCompletionsModel(client as never, 'gpt-4.1'),
}

/** A model of a class, with the bodies of its requests, none of which is answered. */
function recorded(name: keyof typeof classes, given = protect) {
  const bodies: string[] = []
  const fetch: typeof globalThis.fetch = async (_, init) => {
    bodies.push(String(init?.body))
    return new Response('{"error":{"message":"recorded"}}', { status: 400 })
  }
  const model = classes[name](new OpenAI({ apiKey: 'none', maxRetries: 0, fetch }))
  return { bodies, model: protectedModel<Model>(model, { protect: given }) }
}

const agentOf = (model: Model | string, more: object = {}) =>
  new Agent({
    ...{ name: 'clerk', model, instructions: `The code is ${code}.` },
    tools: [
      tool({
        ...{ name: 'look', description: `Looks up ${code}.`, execute: () => 'fine' },
        parameters: z.object({ who: z.string().describe(`such as ${mail}`) }),
      }),
    ],
    handoffs: [handoff(new Agent({ name: 'other', handoffDescription: `Knows ${mail}.` }))],
    outputType: z.object({ answer: z.string().describe(`not ${code}`) }) as never,
    modelSettings: { providerData: { metadata: { who: mail }, user: mail }, store: false },
    ...more,
  })

// A filter that trims the history would take the call away by which the value of the named field is known.
const runner = new Runner({ tracingDisabled: true })

const picture = (text: string) =>
  `data:image/png;base64,${Buffer.from(`PNG${text}`.padEnd(99)).toString('base64')}`

const called = (callId: string, args: object, output: unknown): AgentInputItem[] => [
  { type: 'function_call', callId, name: 'look', arguments: JSON.stringify(args), status: 'completed' },
  { type: 'function_call_result', callId, name: 'look', status: 'completed', output: output as string },
]

const turn = fc.tuple(planted, planted, planted, planted).map(
  ([said, answer, asked, found]) =>
    (at: number) =>
      [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: said },
            { type: 'input_image', image: picture(said) },
          ],
        },
        {
          ...{ type: 'reasoning', id: `rs_${at}`, content: [{ type: 'input_text', text: answer }] },
          providerData: { encrypted_content: 'c2ln' },
        },
        ...called(`call_${at}`, { who: asked, ticket: asked }, [
          { type: 'input_text', text: JSON.stringify({ found, ticket: found }) },
        ]),
        {
          ...{ role: 'assistant', status: 'completed', id: `msg_${at}`, providerData: { note: said } },
          content: [{ type: 'output_text', text: answer }],
        },
      ] as AgentInputItem[],
)

const histories = fc
  .tuple(fc.array(turn, { maxLength: 3 }), planted)
  .map(([turns, last]) => [
    { role: 'user' as const, content: 'Hi' },
    ...called('c', state, 'fine'),
    ...turns.flatMap((make, at) => make(at)),
    { role: 'user' as const, content: last },
  ])

describe.each(Object.keys(classes) as (keyof typeof classes)[])('%s', name => {
  test('no request holds a protected value, whatever carries it', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(histories, fc.boolean(), async (items, isStreamed) => {
        const { bodies, model } = recorded(name)
        const before = JSON.stringify(items)
        const run = async () => {
          if (!isStreamed) return runner.run(agentOf(model), items)
          const result = await runner.run(agentOf(model), items, { stream: true })
          for await (const _ of result);
          return result.completed
        }
        await expect(run()).rejects.toThrow()
        expect(bodies).toHaveLength(1)
        expect(shownIn(bodies)).toEqual([])
        expect(bodies[0]).toContain('Texts such as [secret:KIND:1] stand for values')
        expect(JSON.stringify(items)).toBe(before)
      }),
      { numRuns: Number(process.env.CTXC_LAW_RUNS ?? 25) },
    )
  })

  test('a value has the same placeholder at each call, and a forged one is none', async () => {
    const { bodies, model } = recorded(name)
    const items: AgentInputItem[] = [{ role: 'user', content: `I am ${mail}, not [secret:email:1].` }]
    await expect(runner.run(agentOf(model), items)).rejects.toThrow()
    const more = [{ role: 'user' as const, content: 'And ben@example.org?' }]
    await expect(
      runner.run(agentOf(model), [...items, assistantMessage('Hello, [secret:email:1].'), ...more]),
    ).rejects.toThrow()
    expect(bodies).toHaveLength(2)
    for (const body of bodies) expect(body).toContain('I am [secret:email:1], not [ secret:email:1].')
    expect(bodies[1]).toContain('Hello, [secret:email:1].')
    expect(bodies[1]).toContain('And [secret:email:2]?')
  })
})

test('the session of a run keeps the values, and tools get what the model wrote', async () => {
  const scripted = new ScriptedModel([
    [functionCall('look', { who: '[secret:email:1]' }, { callId: 'c1' })],
    [assistantMessage('{"answer":"Done."}')],
  ])
  const session = new MemorySession()
  await runner.run(agentOf(protectedModel<Model>(scripted, { protect })), `I am ${mail}.`, { session })
  expect(JSON.stringify(await session.getItems())).toContain(`I am ${mail}.`)
  expect(shownIn(scripted.calls.map(({ request }) => ({ ...request, signal: null })))).toEqual([])
  expect(JSON.stringify(scripted.calls.at(-1)?.request.input)).toContain('[secret:email:1]')
})

test('prompt variables and results for a conversation that the server keeps are protected', async () => {
  const { bodies, model } = recorded('responses')
  const prompt = { promptId: 'pmpt_1', variables: { who: mail } }
  const items = called('c', {}, `It is ${mail}.`).slice(1)
  await expect(
    runner.run(agentOf(model, { prompt }), items, { previousResponseId: 'resp_1' }),
  ).rejects.toThrow()
  expect(bodies).toHaveLength(1)
  expect(bodies[0]).toContain('"previous_response_id":"resp_1"')
  expect(shownIn(bodies)).toEqual([])
})

test('reasoning with a value is not sent in part', async () => {
  const { bodies, model } = recorded('responses')
  const items = [
    { role: 'user', content: 'Hi' },
    {
      ...{ type: 'reasoning', id: 'rs_1', content: [{ type: 'input_text', text: `It is ${mail}.` }] },
      providerData: { encrypted_content: 'c2ln' },
    },
    {
      role: 'assistant',
      id: 'msg_1',
      status: 'completed',
      content: [{ type: 'output_text', text: 'Well.' }],
    },
    { role: 'user', content: 'Go on.' },
  ] as AgentInputItem[]
  await expect(runner.run(agentOf(model), items)).rejects.toThrow()
  expect(bodies[0]).not.toMatch(/rs_1|msg_1|encrypted_content":"c2ln/)
  expect(bodies[0]).toContain('Well.')
})

test('a provider of models is protected by name, and its models keep their class', async () => {
  const { bodies, model } = recorded('responses', [])
  const modelProvider = protectedModel({ getModel: () => model }, { protect })
  const named = new Runner({ tracingDisabled: true, modelProvider })
  await expect(named.run(agentOf('gpt-5.4'), `I am ${mail}.`)).rejects.toThrow()
  expect(shownIn(bodies)).toEqual([])
  expect(await modelProvider.getModel()).toBeInstanceOf(OpenAIResponsesModel)
})

test('finds of a detector that answers later are replaced, and a text that it fails on is not sent', async () => {
  const names = {
    ...{ id: 'name', version: '1' },
    findLater: async (text: string) => {
      if (text.includes('Ben')) throw new Error('no')
      const start = text.indexOf('Anna')
      return start < 0 ? [] : [{ start, end: start + 4 }]
    },
  }
  const { bodies, model } = recorded('responses', [redact({ detectors: [names] })])
  await expect(runner.run(agentOf(model), 'I am Anna.')).rejects.toThrow(/recorded/)
  expect(bodies[0]).toContain('I am [secret:name:1].')
  await expect(runner.run(agentOf(model), 'I am Ben now.')).rejects.toThrow(ContextError)
  expect(bodies).toHaveLength(1)
})

test('options that would send the values are refused', () => {
  const { model } = recorded('chat')
  expect(() => contextCompiler({ protect } as never)).toThrow(/protectedModel/)
  expect(() => protectedModel(model, { protect: [fresh({ turns: 2 })] })).toThrow(/fresh\(\) has no place/)
  expect(() => protectedModel(model, { protect: [{}] as never })).toThrow(/protect must be a list/)
  expect(() => protectedModel({} as never, { protect })).toThrow(/must be a model/)
})
