// Questions of a server during a call: livekit#5378, kimi-code#1350, claude-ai-mcp#45 and #137, mattermost-plugin-agents#965.
import { acceptedContent, inputRequired, type McpServer } from '@modelcontextprotocol/server'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { redact } from '../../../core/protect/index.ts'
import { agent } from '../../../index.ts'
import { createRunner, DecisionError, unknownOutcomeText } from '../../../run.ts'
import { type Script, scriptedModel } from '../../../testing/index.ts'
import { inMemoryStore, type Store } from '../../store/index.ts'
import { connectMcp, type McpClient, type McpOptions } from '../index.ts'
import { fakeClient, mayAsk, served } from './servers.ts'

const key = { owner: { app: 'test', user: 'ada' }, id: 's1' }
const by = { by: 'ada' }
const sums = { type: 'object', properties: { sum: { type: 'number', maximum: 500 } }, required: ['sum'] }

/** A server that asks for the sum before it pays, and what its tool has seen. */
function payments({ hasOutput = false } = {}) {
  const seen: { responses: unknown; state: unknown }[] = []
  const declare = (server: McpServer) =>
    server.registerTool(
      'pay',
      {
        description: 'Pays',
        inputSchema: z.object({ to: z.string() }),
        ...(hasOutput && { outputSchema: z.object({ paid: z.number() }) }),
      },
      ({ to }, { mcpReq }) => {
        const { inputResponses, requestState } = mcpReq
        seen.push({ responses: inputResponses, state: requestState() })
        const given = acceptedContent<{ sum: number }>(inputResponses, 'sum')
        if (inputResponses !== undefined && given === undefined)
          return {
            content: [
              { type: 'text', text: `not paid: ${(inputResponses.sum as { action: string }).action}` },
            ],
          }
        if (given !== undefined)
          return {
            content: [{ type: 'text', text: `paid ${given.sum} to ${to}` }],
            structuredContent: { paid: given.sum },
          }
        const ask = inputRequired.elicit({
          message: `How much for ${to}?\u200b`,
          requestedSchema: sums as never,
        })
        return inputRequired({ inputRequests: { sum: ask }, requestState: `for ${to}` })
      },
    )
  return { seen, ...served(server => void declare(server)) }
}

async function asking(
  connect: () => Promise<McpClient>,
  script: Script,
  {
    store = inMemoryStore(),
    now = () => 1_000,
    protect = false,
    ...options
  }: Partial<McpOptions> & {
    store?: Store
    now?: () => number
    protect?: boolean
  } = {},
) {
  const server = await connectMcp({ name: 'bank', connect, ...options })
  const program = agent({
    name: 'bot',
    model: 'gpt-5.4',
    tools: server.tools,
    ...(protect && { protect: [redact({ pii: ['email'], store: true })] }),
  })
  const model = scriptedModel(script)
  const runner = createRunner({ program, store, models: () => model, now })
  const events = async () => (await store.read(key))?.events ?? []
  const results = async () =>
    (await events()).flatMap(({ parts, trust }) =>
      parts.flatMap(part =>
        part.kind === 'tool-result'
          ? [{ trust, text: part.content.map(each => ('text' in each ? each.text : '')).join('') }]
          : [],
      ),
    )
  return {
    server,
    runner,
    store,
    model,
    events,
    results,
    run: (message = 'Pay') => runner.run(key, { message }).outcome,
  }
}

const pays = { calls: [{ name: 'bank__pay', arguments: { to: 'Bob' } }] }

describe('a question of a server', () => {
  test.each([false, true])(
    'waits in the log for a person, whose answer the server gets (output schema: %s)',
    async hasOutput => {
      const { seen, modern } = payments({ hasOutput })
      const { run, runner, results, events } = await asking(modern, [pays, 'Paid.'])
      expect(await run()).toMatchObject({
        status: 'waiting',
        waitingCalls: [
          { call: '1.0', for: 'answer', question: { message: 'How much for Bob?' }, outputSchema: sums },
        ],
      })
      const refused = await runner.answer(key, '1.0', { sum: 900 }, by).catch(error => error)
      expect(refused).toBeInstanceOf(DecisionError)
      expect(refused.problems).toHaveLength(1)
      await expect(runner.approve(key, '1.0', by)).rejects.toThrow(DecisionError)
      await runner.answer(key, '1.0', { sum: 20 }, by)
      expect(await runner.resume(key).outcome).toMatchObject({ status: 'done', text: 'Paid.' })
      expect(seen).toEqual([
        { responses: undefined, state: undefined },
        { responses: { sum: { action: 'accept', content: { sum: 20 } } }, state: 'for Bob' },
      ])
      expect((await results())[0]).toMatchObject({
        trust: 'external',
        text: expect.stringContaining('paid 20 to Bob'),
      })
      const decided = (await events()).flatMap(({ actions }) => actions?.run?.decided ?? [])
      expect(decided).toMatchObject([{ by: 'ada', answer: { sum: 20 }, question: true }])
    },
  )

  test('is answered in another process, after the first has ended', async () => {
    const { seen, modern } = payments()
    const store = inMemoryStore()
    const first = await asking(modern, [pays], { store })
    await first.run()
    await first.runner.stop()
    await first.server.close()
    const next = await asking(modern, ['Paid.'], { store })
    await next.runner.answer(key, '1.0', { sum: 7 }, by)
    expect(await next.runner.resume(key).outcome).toMatchObject({ status: 'done' })
    expect((await next.results()).map(({ text }) => text)).toEqual(['paid 7 to Bob'])
    expect(seen).toHaveLength(2)
  })

  test('is declined by a denial, and cancelled when its time is over: the server hears both', async () => {
    let now = 1_000
    const { modern } = payments()
    const denied = await asking(modern, [pays, 'Not paid.'])
    await denied.run()
    await denied.runner.deny(key, '1.0', by)
    expect(await denied.runner.resume(key).outcome).toMatchObject({ status: 'done' })
    expect((await denied.results()).map(({ text }) => text)).toEqual(['not paid: decline'])
    const late = await asking(modern, [pays, 'Not paid.'], { now: () => now, waitMs: 500 })
    expect(await late.run()).toMatchObject({ waitingCalls: [{ until: 1_500 }] })
    now = 1_500
    await expect(late.runner.answer(key, '1.0', { sum: 1 }, by)).rejects.toThrow(DecisionError)
    expect(await late.runner.resume(key).outcome).toMatchObject({ status: 'done' })
    expect((await late.results()).map(({ text }) => text)).toEqual(['not paid: cancel'])
  })

  test('comes after the approval of the call, which counts for both runs of it, also if it expires between them', async () => {
    const { modern } = payments()
    let time = 1_000
    const { run, runner, results } = await asking(modern, [pays, 'Paid.'], {
      needsApproval: true,
      now: () => time,
    })
    expect(await run()).toMatchObject({ waitingCalls: [{ for: 'approval' }] })
    await runner.approve(key, '1.0', { ...by, arguments: { to: 'Eve' }, until: 1_500 })
    expect(await runner.resume(key).outcome).toMatchObject({
      waitingCalls: [{ for: 'answer', arguments: { to: 'Eve' }, question: { message: 'How much for Eve?' } }],
    })
    time = 2_000
    await runner.answer(key, '1.0', { sum: 5 }, by)
    await runner.resume(key).outcome
    expect((await results())[0]?.text).toContain('paid 5 to Eve')
  })

  test('ends with a cancel and with a message of the user, as any waiting call', async () => {
    const { seen, modern } = payments()
    const cancelled = await asking(modern, [pays])
    await cancelled.run()
    await cancelled.runner.cancel(key)
    await expect(cancelled.runner.answer(key, '1.0', { sum: 1 }, by)).rejects.toThrow(DecisionError)
    const other = await asking(modern, [pays, 'All right.'])
    await other.run()
    const { outcome } = other.runner.run(key, { message: 'Never mind', interrupt: 'waiting' })
    expect(await outcome).toMatchObject({ status: 'done', text: 'All right.' })
    expect(seen).toHaveLength(2)
  })

  test('waits again if the tool was declared anew', async () => {
    const { modern } = payments()
    const store = inMemoryStore()
    await (await asking(modern, [pays], { store })).run()
    const changed = served(server => {
      server.registerTool(
        'pay',
        { description: 'Pays twice', inputSchema: z.object({ to: z.string() }) },
        () => ({
          content: [{ type: 'text', text: 'paid' }],
        }),
      )
    })
    const { runner } = await asking(changed.modern, ['Paid.'], { store })
    await expect(runner.answer(key, '1.0', { sum: 1 }, by)).rejects.toThrow('declared anew')
    await runner.answer(key, '1.0', { sum: 1 }, by)
    expect(await runner.resume(key).outcome).toMatchObject({ status: 'done' })
  })

  test.each([
    ['state', { requestState: 'for ada@x.example' }, {}, 'may not be stored'],
    ['choice', {}, { mail: { type: 'string', enum: ['ada@x.example'] } }, 'may not be stored'],
    ['word', {}, { mail: { type: 'string', description: 'Not ada@x.example' } }, null],
  ])(
    'with a %s that the store may not keep ends the call, unless a person only reads it',
    async (...given) => {
      const [, state, properties, error] = given
      const requestedSchema = { type: 'object', properties } as never
      const mail = inputRequired.elicit({ message: 'Is it ada@x.example?', requestedSchema })
      const { modern } = served(server => {
        server.registerTool('pay', {}, () => inputRequired({ inputRequests: { mail }, ...state }))
      })
      const { run, results, events } = await asking(modern, [pays, 'Sorry.'], { protect: true })
      expect(await run()).toMatchObject({ status: error === null ? 'waiting' : 'done' })
      expect(String((await results())[0]?.text)).toContain(error ?? 'undefined')
      expect(JSON.stringify(await events())).not.toContain('ada@')
    },
  )

  test('takes no answer that the store may not keep, because the server would get a placeholder', async () => {
    const { modern } = served(server => {
      server.registerTool('pay', { inputSchema: z.object({ to: z.string() }) }, () =>
        inputRequired({
          inputRequests: {
            mail: inputRequired.elicit({
              message: 'Your mail?',
              requestedSchema: { type: 'object', properties: { mail: { type: 'string' } } },
            }),
          },
        }),
      )
    })
    const { run, runner } = await asking(modern, [pays], { protect: true })
    await run()
    const refused = await runner.answer(key, '1.0', { mail: 'ada@x.example' }, by).catch(error => error)
    expect(refused.problems).toEqual(['answer has a value that may not be stored'])
  })
})

test('a server asks twice, for a page and two forms at once, and puts a call off', async () => {
  const seen: unknown[] = []
  const form = (name: string) =>
    ({ type: 'object', properties: { [name]: { type: 'string' } }, required: [name] }) as never
  const { modern } = served(server => {
    server.registerTool('pay', { inputSchema: z.object({ to: z.string() }) }, (_, { mcpReq }) => {
      const state = mcpReq.requestState<string>()
      seen.push([state, mcpReq.inputResponses])
      if (state === undefined) return inputRequired({ requestState: 'busy' })
      if (state === 'busy')
        return inputRequired({
          inputRequests: { who: inputRequired.elicit({ message: 'Who?', requestedSchema: form('name') }) },
          requestState: 'first',
        })
      if (state === 'first')
        return inputRequired({
          inputRequests: {
            a: inputRequired.elicit({ message: 'A?', requestedSchema: form('a') }),
            b: inputRequired.elicit({ message: 'B?', requestedSchema: form('b') }),
            page: inputRequired.elicitUrl({ message: 'Sign in.', url: 'https://bank.example/sign-in' }),
          },
          requestState: 'second',
        })
      return { content: [{ type: 'text', text: 'paid' }] }
    })
  })
  const { run, runner, results } = await asking(modern, [pays, 'Paid.'])
  expect(await run()).toMatchObject({ waitingCalls: [{ question: { message: 'Who?' } }] })
  await runner.answer(key, '1.0', { name: 'Ada' }, by)
  expect(await runner.resume(key).outcome).toMatchObject({
    waitingCalls: [{ question: { message: 'A?\n\nB?\n\nSign in.', urls: ['https://bank.example/sign-in'] } }],
  })
  await runner.answer(key, '1.0', { a: { a: '1' }, b: { b: '2' } }, by)
  expect(await runner.resume(key).outcome).toMatchObject({ status: 'done' })
  expect(seen.slice(2)).toEqual([
    ['first', { who: { action: 'accept', content: { name: 'Ada' } } }],
    [
      'second',
      {
        a: { action: 'accept', content: { a: '1' } },
        b: { action: 'accept', content: { b: '2' } },
        page: { action: 'accept' },
      },
    ],
  ])
  expect((await results()).map(({ text }) => text)).toEqual(['paid'])
})

test('a process that dies after the answer does not pay twice: the outcome is unknown', async () => {
  const { modern } = payments()
  const store = inMemoryStore()
  const first = await asking(modern, [pays], { store })
  await first.run()
  const stuck = fakeClient(
    [
      {
        name: 'pay',
        description: 'Pays',
        inputSchema: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
      },
    ],
    () => new Promise(() => {}),
  )
  const second = await asking(async () => stuck, [], { store })
  await second.runner
    .answer(key, '1.0', { sum: 7 }, by)
    .catch(() => second.runner.answer(key, '1.0', { sum: 7 }, by))
  void second.runner.resume(key)
  while (!(await second.events()).some(({ seq, actions }) => seq > 4 && actions?.run?.begun))
    await new Promise(resolve => setTimeout(resolve, 2))
  await second.runner.stop()
  const third = await asking(async () => stuck, ['Hm.'], { store })
  expect(await third.runner.resume(key).outcome).toMatchObject({ status: 'done' })
  expect((await third.results()).map(({ text }) => text)).toEqual([`Error: ${unknownOutcomeText}`])
})

test.each<[string, object, string]>([
  [
    'too many requests',
    {
      inputRequests: Object.fromEntries(
        Array.from({ length: 30 }, (_, at) => [`k${at}`, { method: 'elicitation/create', params: {} }]),
      ),
    },
    'too large',
  ],
  ['state without an end', { inputRequests: {}, requestState: 'x'.repeat(200_000) }, 'too large'],
  ['nothing', {}, 'is empty'],
  [
    'a page that is none',
    {
      inputRequests: {
        a: { method: 'elicitation/create', params: { mode: 'url', url: 'javascript:alert(1)' } },
      },
    },
    'no web page',
  ],
])('a malformed question is an error of the call: %s', async (_, asked, why) => {
  const client = {
    ...fakeClient([{ name: 'pay', inputSchema: { type: 'object' } }], () => ({
      resultType: 'input_required',
      ...asked,
    })),
    getProtocolEra: () => 'modern',
  }
  const { run, results } = await asking(async () => client, [pays, 'Hm.'])
  expect(await run()).toMatchObject({ status: 'done' })
  expect((await results())[0]?.text).toContain(why)
})

test("the app's own handler on its client answers within the call, in both protocols", async () => {
  const { modern, legacy } = payments()
  const answers = (client: Awaited<ReturnType<typeof modern>>) =>
    client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { sum: 3 } }))
  const own = async () => {
    const client = await modern()
    answers(client)
    return client
  }
  for (const connect of [own, () => legacy(mayAsk, answers)]) {
    const { run, results } = await asking(connect, [pays, 'Paid.'])
    expect(await run()).toMatchObject({ status: 'done' })
    expect((await results())[0]?.text).toContain('paid 3 to Bob')
  }
})

test('a server of 2025 is told that its question is declined, and so is one that is called outside a runner', async () => {
  const { modern, legacy } = payments()
  const { run, results } = await asking(legacy, [pays, 'Not paid.'])
  expect(await run()).toMatchObject({ status: 'done' })
  expect((await results()).map(({ text }) => text)).toEqual(['not paid: decline'])
  const { tools } = await connectMcp({ name: 'bank', connect: modern })
  const { execute } = tools[0] as unknown as { execute(input: object): Promise<unknown> }
  expect(await execute({ to: 'Bob' })).toEqual([{ kind: 'text', text: 'not paid: decline' }])
})

test('a request for a sample is left to the handlers of the client', async () => {
  const { modern } = served(server => {
    server.registerTool('pay', { inputSchema: z.object({ to: z.string() }) }, (_, { mcpReq }) => {
      const said = mcpReq.inputResponses?.words
      return said === undefined
        ? inputRequired({
            inputRequests: { words: inputRequired.createMessage({ messages: [], maxTokens: 5 }) },
          })
        : { content: [{ type: 'text', text: `model said ${JSON.stringify(said)}` }] }
    })
  })
  const sampling = async () => {
    const client = await modern({ capabilities: { sampling: {} } })
    const sample = {
      model: 'm',
      role: 'assistant' as const,
      content: { type: 'text' as const, text: 'hello' },
    }
    client.setRequestHandler('sampling/createMessage', async () => sample)
    return client
  }
  const { run, results } = await asking(sampling, [pays, 'Paid.'])
  expect(await run()).toMatchObject({ status: 'done' })
  expect((await results())[0]?.text).toContain('hello')
})

test('a value that a tool got for a placeholder is a placeholder in its question, which shows it only to its user', async () => {
  const { modern } = payments()
  const { tools } = await connectMcp({ name: 'bank', connect: modern })
  const [pay] = tools.map(tool => ({ ...tool, reveal: ['to'] }))
  const store = inMemoryStore()
  const script: Script = [{ calls: [{ name: 'bank__pay', arguments: { to: '[secret:email:1]' } }] }, 'Paid.']
  const model = scriptedModel(script)
  const protect = [redact({ pii: ['email'] })]
  const program = agent({ name: 'bot', model: 'gpt-5.4', tools: [pay as never], protect })
  const runner = createRunner({ program, store, models: () => model })
  const waiting = await runner.run(key, { message: 'Pay bob@x.example' }).outcome
  expect(waiting).toMatchObject({
    waitingCalls: [{ question: { message: 'How much for [secret:email:1]?' } }],
  })
  const shown = JSON.stringify(await runner.events(key, { show: ['email'] }))
  expect(shown).toContain('How much for bob@x.example?')
  await runner.answer(key, '1.0', { sum: 4 }, by)
  expect(await runner.resume(key).outcome).toMatchObject({ status: 'done' })
  expect(JSON.stringify(model.requests)).not.toContain('bob@x.example')
  expect(JSON.stringify(model.requests)).toContain('paid 4 to [secret:email:1]')
})
