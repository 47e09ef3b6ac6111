// Agents of LangChain on its own model classes, with protected values in whatever they send: no request holds one.
import { ChatAnthropic } from '@langchain/anthropic'
import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages'
import { ChatGoogleGenerativeAI } from '@langchain/google-genai'
import { ChatOpenAI } from '@langchain/openai'
import { contextCompiler } from 'ctxc/langchain'
import fc from 'fast-check'
import { createAgent, createMiddleware, initChatModel, providerStrategy, tool, toolStrategy } from 'langchain'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { redact } from '../../../src/core/protect/redact.ts'
import { planted, protect, shownIn, state, values } from './planted.ts'

const [code, mail] = values

/** A transport that keeps the bodies of requests and answers none. */
function recorder() {
  const bodies: string[] = []
  const fetch: typeof globalThis.fetch = async (_, init) => {
    bodies.push(String(init?.body))
    return new Response('{"error":{"message":"recorded"}}', { status: 400 })
  }
  return { bodies, fetch }
}

type Fetch = typeof globalThis.fetch
const settings = { apiKey: 'none', maxRetries: 0, metadata: { who: mail } }
const openai = (fetch: Fetch, more: object = {}) =>
  new ChatOpenAI({
    ...{ ...settings, model: 'gpt-4.1', configuration: { fetch }, stop: [code], user: mail },
    ...{ modelKwargs: { metadata: { who: mail } }, ...more },
  })
const models = {
  chat: openai,
  responses: (fetch: Fetch) => openai(fetch, { useResponsesApi: true }),
  anthropic: (fetch: Fetch) =>
    new ChatAnthropic({
      ...{ ...settings, model: 'claude-sonnet-5', stopSequences: [code] },
      clientOptions: { fetch },
      invocationKwargs: { metadata: { user_id: mail } },
    }),
}

const look = tool(() => 'fine', {
  name: 'look',
  description: `Looks up ${code}.`,
  schema: z.object({ who: z.string().describe(`such as ${mail}`) }),
})

/** Settings of a call that another middleware adds. */
const settled = createMiddleware({
  name: 'Settled',
  wrapModelCall: (request, handler) =>
    handler({
      ...request,
      modelSettings: { ...request.modelSettings, prompt_cache_key: mail },
    }),
})

async function sentFor(
  name: keyof typeof models,
  messages: BaseMessage[],
  more: { readonly responseFormat?: never; readonly systemPrompt?: string | SystemMessage } = {},
): Promise<string> {
  const { bodies, fetch } = recorder()
  const agent = createAgent({
    ...{ model: models[name](fetch), tools: [look], systemPrompt: `The code is ${code}.`, ...more },
    middleware: [settled, contextCompiler({ protect, budget: 20_000 })],
  })
  await expect(agent.invoke({ messages })).rejects.toThrow()
  expect(bodies).toHaveLength(1)
  return bodies[0]!
}

const turn = fc
  .tuple(planted, planted, planted, planted)
  .map(([said, answer, asked, found]) => (at: number) => {
    const id = `call_${at}`
    return [
      new HumanMessage({ content: [{ type: 'text', text: said }, image(said)] }),
      new AIMessage({
        content: [
          { type: 'thinking', thinking: answer, signature: 'c2ln' },
          { type: 'text', text: answer },
          { type: 'tool_use', id, name: 'look', input: { who: asked, ticket: asked } },
        ],
        additional_kwargs: { reasoning_content: answer, note: said },
        response_metadata: { model_name: 'claude-sonnet-5', note: answer },
        tool_calls: [{ id, name: 'look', args: { who: asked, ticket: asked }, type: 'tool_call' }],
      }),
      new ToolMessage({ content: JSON.stringify({ found, ticket: found }), tool_call_id: id, name: 'look' }),
      new AIMessage(answer),
    ]
  })

/** A picture whose bytes hold a text. */
const image = (text: string) => ({
  type: 'image_url',
  image_url: { url: `data:image/png;base64,${Buffer.from(`PNG${text}`.padEnd(99)).toString('base64')}` },
})

/** A call by which the value of the named field is known. */
const known = [
  new HumanMessage('Hi'),
  new AIMessage({ content: '', tool_calls: [{ id: 'c', name: 'look', args: state, type: 'tool_call' }] }),
  new ToolMessage({ content: 'fine', tool_call_id: 'c', name: 'look' }),
]

const histories = fc
  .tuple(fc.array(turn, { maxLength: 3 }), planted)
  .map(([turns, last]) => [
    ...known,
    ...turns.flatMap((make, at) => make(at)),
    new HumanMessage({ content: last, name: 'ann' }),
  ])

describe.each(Object.keys(models) as (keyof typeof models)[])('%s', name => {
  test('no request holds a protected value, whatever carries it', { timeout: 60_000 }, async () => {
    const schema = z.object({ answer: z.string().describe(`not ${code}`) })
    const formats = [
      undefined,
      toolStrategy(schema),
      ...(name === 'anthropic' ? [] : [providerStrategy(schema)]),
    ]
    await fc.assert(
      fc.asyncProperty(histories, fc.constantFrom(...formats), async (messages, responseFormat) => {
        const before = JSON.stringify(messages.map(({ content }) => content))
        const body = await sentFor(name, messages, {
          ...(responseFormat && { responseFormat: responseFormat as never }),
        })
        expect(shownIn(body)).toEqual([])
        expect(body).toContain('[secret:')
        expect(body).toContain('Texts such as [secret:KIND:1] stand for values')
        expect(JSON.stringify(messages.map(({ content }) => content))).toBe(before)
      }),
      { numRuns: Number(process.env.CTXC_LAW_RUNS ?? 25) },
    )
  })

  test('a value has the same placeholder at each call, and a forged one is none', async () => {
    const first = new HumanMessage(`I am ${mail}, not [secret:email:1].`)
    const answer = new AIMessage('Hello, [secret:email:1].')
    const short = await sentFor(name, [first])
    const long = await sentFor(name, [first, answer, new HumanMessage('And ben@example.org?')])
    for (const body of [short, long]) expect(body).toContain('I am [secret:email:1], not [ secret:email:1].')
    expect(long).toContain('Hello, [secret:email:1].')
    expect(long).toContain('And [secret:email:2]?')
  })
})

test('signed reasoning and a picture with a value are not sent in part', async () => {
  const body = await sentFor('anthropic', [
    new HumanMessage({ content: [{ type: 'text', text: 'Look.' }, image(mail)] }),
    new AIMessage({
      content: [
        { type: 'thinking', thinking: `It is ${mail}.`, signature: 'c2ln' },
        { type: 'text', text: 'Well.' },
      ],
    }),
    new HumanMessage('Go on.'),
  ])
  const { messages } = JSON.parse(body)
  expect(JSON.stringify(messages)).not.toMatch(/thinking|signature|base64/)
  expect(JSON.stringify(messages)).toContain('[a file was withheld: it holds a protected value]')
})

test('a system message of the state takes the line about placeholders where the agent has none', async () => {
  const { bodies, fetch } = recorder()
  const agent = createAgent({
    ...{ model: models.anthropic(fetch), tools: [look] },
    middleware: [contextCompiler({ protect })],
  })
  const messages = [new SystemMessage(`The code is ${code}.`), new HumanMessage('Hi')]
  await expect(agent.invoke({ messages })).rejects.toThrow()
  const { system } = JSON.parse(bodies[0]!)
  expect(JSON.stringify(system)).toContain('The code is [secret:pattern:d1].')
  expect(JSON.stringify(system)).toContain('stand for values')
})

test("settings of Google's class are protected too", async () => {
  const { bodies, fetch } = recorder()
  vi.stubGlobal('fetch', fetch)
  const model = new ChatGoogleGenerativeAI({
    ...{ model: 'gemini-2.5-flash', apiKey: 'none', maxRetries: 0, stopSequences: [code] },
  })
  const agent = createAgent({ model, tools: [look], middleware: [contextCompiler({ protect })] })
  await expect(agent.invoke({ messages: [new HumanMessage(`I am ${mail}.`)] })).rejects.toThrow()
  vi.unstubAllGlobals()
  expect(bodies).toHaveLength(1)
  expect(bodies[0]).toContain('such as [secret:email:d')
  expect(shownIn(bodies)).toEqual([])
})

test('a model that is chosen at run time is protected too', async () => {
  const { bodies, fetch } = recorder()
  const model = await initChatModel('gpt-4.1', {
    ...{ modelProvider: 'openai', apiKey: 'none', maxRetries: 0, configuration: { fetch }, stop: [code] },
  })
  const agent = createAgent({ model, tools: [look], middleware: [contextCompiler({ protect })] })
  await expect(agent.invoke({ messages: [new HumanMessage(`I am ${mail}.`)] })).rejects.toThrow()
  expect(bodies).toHaveLength(1)
  expect(shownIn(bodies)).toEqual([])
})

test('finds of a detector that answers later are replaced', async () => {
  const names = {
    ...{ id: 'name', version: '1' },
    findLater: async (text: string) => {
      const start = text.indexOf('Anna')
      return start < 0 ? [] : [{ start, end: start + 4 }]
    },
  }
  const { bodies, fetch } = recorder()
  const agent = createAgent({
    ...{ model: models.chat(fetch), tools: [look] },
    middleware: [contextCompiler({ protect: [redact({ detectors: [names] })] })],
  })
  const messages = [new HumanMessage('I am Anna.'), new AIMessage('Hi'), new HumanMessage('And who is Anna?')]
  await expect(agent.invoke({ messages })).rejects.toThrow()
  expect(bodies[0]).toContain('I am [secret:name:1].')
  expect(bodies[0]).toContain('And who is [secret:name:1]?')
})

test('malformed protections are a TypeError', () => {
  expect(() => contextCompiler({ protect: [{}] as never })).toThrow(/protect must be a list/)
  expect(() => contextCompiler({ protect: redact() as never })).toThrow(/protect must be a list/)
})
