// Outputs of a runner with protected agents: reports, data for observers, and events of a chat.
import { describe, expect, test } from 'vitest'
import { redact } from '../../../core/protect/index.ts'
import { agent, agentTool, type Member, parallel, tool } from '../../../index.ts'
import {
  createRunner,
  type RunEvent,
  type RunnerOptions,
  type RunObserver,
  type ToolContext,
} from '../../../run.ts'
import { type Script, scriptedModel } from '../../../testing/index.ts'
import { chatHandler } from '../../chat/index.ts'
import type { ModelClient } from '../../models/model-client.ts'
import { inMemoryStore } from '../../store/index.ts'

const key = { owner: { app: 'test', user: 'ada' }, id: 's1' }
const mail = 'anna@example.org'
const found = 'ben@example.com'
const protect = [redact({ pii: ['email'] })]
const look = tool({ name: 'look', execute: () => ({ mail: found }) })
const helper = agent({ name: 'helper', model: 'gpt-5.4', tools: [look], protect }) as Member
const script: Script = [{ calls: [{ name: 'look' }] }, `Write to [secret:email:2], or to ${mail}.`]

function started(client: ModelClient = scriptedModel(script), more: Partial<RunnerOptions> = {}) {
  const store = inMemoryStore()
  const runner = createRunner({ program: helper, store, models: () => client, now: () => 0, ...more })
  const run = async (input: object): Promise<RunEvent[]> => {
    const events: RunEvent[] = []
    const stream = runner.run(key, input)
    for await (const event of stream) events.push(event)
    await stream.outcome
    return events
  }
  return { store, runner, run }
}

const isClean = (value: unknown): void => {
  const text = JSON.stringify(value)
  expect(text).not.toContain(mail)
  expect(text).not.toContain(found)
  expect(text).toContain('[secret:email:1]')
}

test('a run reports events and texts without values; the store has them', async () => {
  const { store, run, runner } = started()
  const events = await run({ message: `I am ${mail}.`, from: 0 })
  isClean(events)
  isClean(await runner.events(key))
  expect(JSON.stringify(await store.read(key))).toContain(found)
  isClean(await run({ from: 0 }))
  expect(await runner.events({ ...key, id: 'none' })).toBeNull()
})

test('a runner without protections reports the events that are stored', async () => {
  const program = agent({ name: 'helper', model: 'gpt-5.4', tools: [look] }) as Member
  const { store, run, runner } = started(undefined, { program })
  await run({ message: `I am ${mail}.` })
  expect(await runner.events(key)).toEqual((await store.read(key))?.events)
})

describe('a value in a streamed answer', () => {
  const answer = `Mail ${mail} now.`
  /** Client that streams a text in pieces. */
  const pieces = (cuts: readonly number[]): ModelClient => {
    const client = scriptedModel([answer])
    return {
      ...client,
      async *stream(request, call) {
        for await (const part of client.stream(request, call)) {
          if (part.type !== 'text') yield part
          else
            for (const [at, from] of [0, ...cuts].entries())
              yield { ...part, text: part.text.slice(from, [...cuts, part.text.length][at]) }
        }
      },
    } as ModelClient
  }

  test('is shown nowhere, wherever the stream cuts it', async () => {
    for (let cut = 1; cut < answer.length; cut++) {
      const { run } = started(pieces([cut]))
      const events = await run({ message: `I am ${mail}.` })
      isClean(events)
      const text = events.map(event => (event.type === 'delta' ? event.text : '')).join('')
      expect(text).toBe('Mail [secret:email:1] now.')
    }
  })

  test('a value that nobody knew is found by its form', async () => {
    const { run } = started(pieces([7, 12]))
    const events = await run({ message: 'Hi' })
    expect(JSON.stringify(events)).not.toContain(mail)
    const text = events.map(event => (event.type === 'delta' ? event.text : '')).join('')
    expect(text).toBe('Mail [secret:email:1] now.')
  })
})

test('a report of progress has no value', async () => {
  const look = tool({
    name: 'look',
    execute: (_, context) => {
      ;(context as ToolContext).progress({ message: `Mail to ${mail} and ${found}`, done: 1 })
      return 'sent'
    },
  })
  const program = agent({ name: 'helper', model: 'gpt-5.4', tools: [look], protect }) as Member
  const events = await started(undefined, { program }).run({ message: `I am ${mail}.` })
  expect(events.flatMap(event => (event.type === 'progress' ? [event.value] : []))).toEqual([
    { message: 'Mail to [secret:email:d1] and [secret:email:d2]', done: 1 },
  ])
})

test('observers are told of no value', async () => {
  const told: unknown[] = []
  const observer: RunObserver = {
    event: (_, event) => void told.push(event),
    begin: run => void told.push(run),
    rest: (_, outcome) => void told.push(outcome),
    modelCall: call => {
      told.push(call.compiled.request, call.compiled.ledger)
      return { end: end => void told.push(end) }
    },
    toolCall: call => {
      told.push(call)
      return { end: end => void told.push(end) }
    },
  }
  const { run } = started(undefined, { observe: observer })
  await run({ message: `I am ${mail}.`, state: { contact: mail } })
  expect(told.length).toBeGreaterThan(8)
  isClean(told)
})

test('an error of a tool is observed without values', async () => {
  const failing = tool({
    name: 'look',
    execute: () => {
      throw new Error(`no ${found}`)
    },
  })
  const errors: unknown[] = []
  const observe: RunObserver = { toolCall: () => ({ end: ({ error }) => void errors.push(String(error)) }) }
  const program = agent({ name: 'helper', model: 'gpt-5.4', tools: [failing], protect }) as Member
  await started(undefined, { observe, program }).run({ message: 'Hi' })
  expect(errors).toEqual(['Error: no [secret:email:d1]'])
})

test('a chat page gets no value, also with results', async () => {
  const { runner, store } = started()
  const handler = chatHandler({
    runner,
    store,
    key: () => key,
    results: true,
    arguments: true,
    reasons: true,
  })
  const message = { id: 'm1', role: 'user', parts: [{ type: 'text', text: `I am ${mail}.` }] }
  const body = JSON.stringify({ id: 's1', messages: [message], trigger: 'submit-message' })
  const posted = await handler(new Request('http://localhost/api/chat', { method: 'POST', body }))
  const text = await posted.text()
  expect(text).toContain('[secret:email:2]')
  expect(text).not.toContain(found)
  isClean(await (await handler(new Request('http://localhost/api/chat/s1'))).json())
})

test('agents with other protections: what any of them may not see is shown to nobody', async () => {
  const model = 'gpt-5.4'
  const program = parallel(agent({ name: 'one', model, protect }), agent({ name: 'two', model })) as Member
  const client = scriptedModel(({ messages }) => `I saw ${JSON.stringify(messages)}`)
  const { run } = started(client, { program })
  isClean(await run({ message: `I am ${mail}.` }))
})

const broken = {
  ...scriptedModel([]),
  stream() {
    throw new Error(`400: no user ${mail}`)
  },
} as never

test('the reason of a failure holds no value, in reports, outcome and chat', async () => {
  const { run, runner, store } = started(broken)
  expect(JSON.stringify(await run({ message: 'Hi', from: 0 }))).not.toContain(mail)
  expect(JSON.stringify(await runner.events(key))).not.toContain(mail)
  expect((await runner.run(key, {}).outcome).reason).toMatch(/no user \[secret:email:\w+\]/)
  const handler = chatHandler({ runner, store, key: () => key, reasons: true })
  const message = { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Hi' }] }
  const body = JSON.stringify({ id: 's1', messages: [message], trigger: 'submit-message' })
  const posted = await handler(new Request('http://localhost/api/chat', { method: 'POST', body }))
  expect(await posted.text()).not.toContain(mail)
})

test('calls that are streamed by turns are held back each by itself', async () => {
  const base = scriptedModel(['Done'])
  const client = {
    ...base,
    async *stream(...given: Parameters<ModelClient['stream']>) {
      yield { type: 'tool-call', name: 'a', text: '{"to":"anna@exa' }
      yield { type: 'tool-call', name: 'b', text: '{"x":1' }
      yield { type: 'tool-call', name: 'a', text: 'mple.org"}' }
      yield* base.stream(...given)
    },
  } as never
  const events = await started(client).run({ message: `Hi ${mail}` })
  const texts = events.flatMap(event => (event.type === 'delta' && event.tool === 'a' ? [event.text] : []))
  expect(texts.join('')).toBe('{"to":"[secret:email:1]"}')
})

test('observers are told of no request with a value, also of an agent without protections', async () => {
  const told: unknown[] = []
  const observe: RunObserver = { modelCall: call => void told.push(call.agent, call.compiled) as undefined }
  const model = 'gpt-5.4'
  const program = parallel(agent({ name: 'one', model, protect }), agent({ name: 'two', model })) as Member
  await started(
    scriptedModel(() => 'ok'),
    { program, observe },
  ).run({ message: `Hi ${mail}` })
  isClean(told)
})

test('the protections of a runner hold for its agents, its reports and its tools', async () => {
  const program = agent({ name: 'helper', model: 'gpt-5.4', tools: [look] }) as Member
  const client = scriptedModel(script)
  const events = await started(client, { program, compile: { protect } }).run({
    message: `I am ${mail}.`,
    from: 0,
  })
  isClean(events)
  isClean(client.requests)
})

test('an agent that is called as a tool has the protections of its caller', async () => {
  const [card, pin] = ['4111 1111 1111 1111', '4711-0815']
  const inner = agent({ name: 'inner', instruction: 'PIN {pin?}.' })
  const scribe = agent({
    name: 'scribe',
    instruction: 'Write to {address?}.',
    outputKey: 'letter',
    tools: [agentTool(inner)],
    protect: [redact({ pii: ['card'] })],
  })
  const hidden = redact({ pii: ['email'], patterns: [/4711-0815/] })
  const writer = agent({ name: 'writer', model: 'gpt-5.4', tools: [agentTool(scribe)], protect: [hidden] })
  const client = scriptedModel([
    { calls: [{ name: 'scribe', arguments: { request: `for ${mail}` } }] },
    { calls: [{ name: 'inner', arguments: { request: `of ${card}` } }] },
    'ok',
    `Dear ${mail}, pay with ${card}`,
    'Done.',
  ])
  const { run, store } = started(client, { program: writer as Member })
  await run({ message: `I am ${mail}, card ${card}.`, state: { address: mail, pin } })
  expect(client.requests).toHaveLength(5)
  const sent = client.requests.map(each => JSON.stringify(each))
  for (const request of sent) for (const value of [mail, pin]) expect(request).not.toContain(value)
  // The calling agent may see values that are hidden from the agent that it calls.
  expect(sent.filter(request => request.includes(card))).toEqual([sent[0], sent[4]])
  const events = (await store.read(key))?.events ?? []
  const plans = events.flatMap(({ actions }) => (actions?.plan === undefined ? [] : [actions.plan]))
  expect(plans.length).toBeGreaterThan(0)
  for (const value of [mail, pin]) expect(JSON.stringify(plans)).not.toContain(value)
})
