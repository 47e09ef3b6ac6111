// Invalid input of clients, callbacks, tools and options. It leads to an error result, a failed run or a TypeError.
import { expect, test } from 'vitest'
import { agent } from '../../../core/agent/declare.ts'
import { tool } from '../../../core/agent/tool.ts'
import { type Member, pipeline, tap } from '../../../index.ts'
import { createRunner, type RunnerOptions, type RunStream, type ToolContext } from '../../../run.ts'
import { type Script, scriptedModel } from '../../../testing/index.ts'
import type { ModelClient, ModelPart } from '../../models/model-client.ts'
import { inMemoryStore } from '../../store/index.ts'
import { door, halting } from './pains/setting.ts'

const key = { owner: { app: 'test' }, id: 's1' }
const model = 'gpt-5.4'
const helper = (tools: readonly never[] = []) => agent({ name: 'helper', model, tools })

function running(program: Member, script: Script, more: Partial<RunnerOptions> = {}) {
  const store = more.store ?? inMemoryStore()
  const client = scriptedModel(script)
  const runner = createRunner({ program, store, models: () => client, ...more })
  return { runner, store, client, run: (message: string) => runner.run(key, { message }).outcome }
}

/** A client that streams a text, then never ends and ignores its signal. */
const hanging: ModelClient = {
  target: 'openai-chat',
  async *stream(): AsyncGenerator<ModelPart> {
    yield { type: 'text', text: 'Half' }
    await new Promise(() => {})
  },
}

const answers: readonly (readonly [string, () => unknown])[] = [
  ['afterModel', () => []],
  ['afterModel', () => 'text'],
  ['afterModel', () => [{ author: 'helper', text: 'x', actions: { rewind: { to: 0 } } }]],
  ['afterModel', () => [{ author: 'helper', parts: [{ kind: 'nothing' }] }]],
  ['beforeModel', () => 5],
  ['beforeAgent', () => null],
  ['afterAgent', () => ({})],
]

test.each(answers)('a run fails if %s returns something else (%#)', async (name, give) => {
  const { run, client } = running(helper(), ['One.', 'Two.', 'Three.'], {
    callbacks: { [name]: give } as never,
  })
  const outcome = await run('Hi')
  expect(outcome.status).toBe('failed')
  expect(outcome.reason).toMatch(/^'helper' failed: /)
  expect(client.requests.length).toBeLessThanOrEqual(1)
})

test('a run fails if the function for models throws, or a response holds what JSON cannot', async () => {
  const throwing = running(helper(), [], {
    models: () => {
      throw new Error('no client today')
    },
  })
  expect(await throwing.run('Hi')).toMatchObject({
    status: 'failed',
    reason: "'helper' failed: no client today",
  })
  const odd: ModelClient = {
    target: 'openai-chat',
    async *stream(): AsyncGenerator<ModelPart> {
      const message = { role: 'assistant', content: 'Hi', extra: 5n }
      yield { type: 'response', response: { choices: [{ message }] } as never, finish: null as never }
    },
  }
  const { status, reason } = await running(helper(), [], { models: () => odd }).run('Hi')
  expect([status, reason ?? '']).toEqual(['failed', expect.stringContaining('bigint')])
})

test('cancel, stop and signal end a run whose client ignores them, and what was said is kept by a cancel', async () => {
  const cancelled = running(helper(), [], { models: () => hanging })
  const stream: RunStream = cancelled.runner.run(key, { message: 'Hi' })
  for await (const event of stream) if (event.type === 'delta') break
  await cancelled.runner.cancel(key)
  expect(await stream.outcome).toMatchObject({ status: 'cancelled', text: 'Half' })
  const stopped = running(helper(), [], { models: () => hanging })
  const going: RunStream = stopped.runner.run(key, { message: 'Hi' })
  going.outcome.catch(() => {})
  for await (const event of going) if (event.type === 'delta') break
  await stopped.runner.stop()
  // Half an answer does not count, so the next process asks again.
  const next = running(helper(), ['Whole.'], { store: stopped.store })
  expect(await next.runner.recover()).toBe(1)
  await next.runner.idle()
  expect((await next.runner.resume(key).outcome).text).toBe('Whole.')
})

test('cancel ends a run whose callback never answers', async () => {
  for (const name of ['beforeAgent', 'beforeModel', 'afterAgent']) {
    let reached = (): void => {}
    const called = new Promise<void>(resolve => {
      reached = resolve
    })
    const callbacks = {
      [name]: () => {
        reached()
        return new Promise<never>(() => {})
      },
    }
    const { runner } = running(helper(), ['Hi.'], { callbacks })
    const stream = runner.run(key, { message: 'Hi' })
    await called
    await runner.cancel(key)
    expect((await stream.outcome).status, name).toBe('cancelled')
  }
})

test('nobody changes what the log holds: neither a tool, nor a reader of events or of the outcome', async () => {
  const push = tool({
    name: 'push',
    execute: (_: unknown, { state }: ToolContext) => {
      const list = state.get('list') as number[]
      expect(() => list.push(2)).toThrow(TypeError)
      return 'done'
    },
  })
  const { runner, store, client } = running(helper([push as never]), [
    { calls: [{ name: 'push' }] },
    'One.',
    'Two.',
  ])
  const message = [{ kind: 'text' as const, text: 'Hello' }]
  const stream = runner.run(key, { message, state: { list: [1] } })
  message[0] = { kind: 'text', text: 'changed' }
  for await (const event of stream) {
    if (event.type !== 'event') continue
    const [part] = event.event.parts
    expect(() => Object.assign(part ?? {}, { text: '***' })).toThrow(TypeError)
    break
  }
  const { state } = await stream.outcome
  expect(state).toEqual({ list: [1] })
  await runner.run(key, { message: 'Again' }).outcome
  expect(JSON.stringify(client.requests.at(-1))).toContain('Hello')
  expect(JSON.stringify(await store.read(key))).not.toContain('***')
})

test('a tap that gives a promise fails, and ends no process', async () => {
  const broken = tap((async () => {
    throw new Error('no disk')
  }) as never)
  const { status, reason } = await running(pipeline(broken, helper()) as Member, ['Hi.']).run('Hi')
  expect([status, reason]).toEqual(['failed', expect.stringContaining('taps are sync')])
})

test('a rewind to the first message leaves nothing to do', async () => {
  const { runner, run, client } = running(helper(), ['One.', 'Two.'])
  await run('Hi')
  await runner.rewind(key, 0)
  expect((await runner.resume(key).outcome).status).toBe('done')
  expect(client.requests).toHaveLength(1)
})

test('the text of a failed run is not that of the run before', async () => {
  const { run } = running(helper(), ['Your balance is 5.', { error: 'overloaded' }])
  await run('Hi')
  expect(await run('And now?')).toMatchObject({ status: 'failed', text: null })
})

test('a result has the words of errors, maps and sets, and null is a value for afterTool', async () => {
  const report = tool({
    name: 'report',
    execute: () =>
      ({ error: new Error('card declined'), rows: new Map([['a', 1]]), tags: new Set(['x']) }) as never,
  })
  const calls = { calls: [{ name: 'report' }] }
  const shown = running(helper([report as never]), [calls, 'ok'])
  await shown.run('Hi')
  expect(JSON.stringify(shown.client.requests[1])).toContain('card declined')
  expect(JSON.stringify((await shown.store.read(key))?.events)).toContain('{"a":1}')
  const hidden = running(helper([report as never]), [calls, 'ok'], { callbacks: { afterTool: () => null } })
  await hidden.run('Hi')
  expect(JSON.stringify(hidden.client.requests[1])).not.toContain('card declined')
})

test('the state of a new session reaches other sessions of the user, and its temp: keys their run', async () => {
  const client = scriptedModel(['One.', 'Two.'])
  const program = agent({ name: 'a', model, instruction: '{user:name?} {temp:hint?}' })
  const runner = createRunner({ program, store: inMemoryStore(), models: () => client })
  const owner = { app: 'test', user: 'ada' }
  await runner.run({ owner, id: 's1' }, { message: 'Hi', state: { 'user:name': 'Ada', 'temp:hint': 'now' } })
    .outcome
  await runner.run({ owner, id: 's2' }, { message: 'Hi' }).outcome
  expect(JSON.stringify(client.requests[0])).toContain('Ada now')
  expect(JSON.stringify(client.requests[1])).toContain('Ada ')
})

test('calls of two owners with one session id have two keys', async () => {
  const keys: string[] = []
  const send = tool({
    name: 'send',
    execute: (_: unknown, context: ToolContext) => {
      keys.push(context.key)
      return 'sent'
    },
  })
  const { runner } = running(helper([send as never]), ({ messages }) =>
    JSON.stringify(messages.at(-1)).includes('"role":"tool"') ? 'Done.' : { calls: [{ name: 'send' }] },
  )
  for (const user of ['ada', 'eve/s1', 'eve'])
    await runner.run({ owner: { app: 'test', user }, id: 's1' }, { message: 'Hi' }).outcome
  expect(keys).toEqual(['test/ada/s1/1.0', 'test/eve%2Fs1/s1/1.0', 'test/eve/s1/1.0'])
})

test('another runner takes over a session when the one that runs it stops', async () => {
  const store = inMemoryStore()
  const { wait, arrived } = door()
  const first = running(helper(), [], { models: () => halting('Half', { wait }, ' done.'), store })
  first.run('Hi').catch(() => {})
  await arrived
  const second = running(helper(), ['Two.'], { sharing: { pollInterval: 10 }, store })
  const { outcome } = second.runner.resume(key)
  expect(second.client.requests).toHaveLength(0)
  await first.runner.stop()
  expect((await outcome).text).toBe('Two.')
})

test.each([
  ['a limit that is unknown', { limits: { step: 1 } }, /limits/],
  ['a limit that is no number', { limits: { steps: Number.NaN } }, /steps/],
  ['an option of the compile that is unknown', { compile: { budgte: 5 } }, /budget/],
  ['a budget that is no number', { compile: { budget: '16k' } }, /budget/],
  ['a store that is none', { store: 5 }, /store/],
  ['a clock that is none', { now: 5 }, /now/],
  ['no clients', { models: undefined }, /models/],
])('createRunner rejects %s', (_, wrong, message) => {
  const options = { program: helper(), store: inMemoryStore(), models: {}, ...wrong }
  expect(() => createRunner(options as never)).toThrow(message)
})

test('an invalid answer, and what its agent is told about it, are shown to that agent alone', async () => {
  const outputSchema = { type: 'object', properties: { intent: { type: 'string' } }, required: ['intent'] }
  const classifier = agent({
    name: 'classifier',
    model,
    instruction: 'Classify.',
    outputSchema,
    outputKey: 'intent',
  })
  const booker = agent({ name: 'booker', model, instruction: 'Book.' })
  const client = scriptedModel(['no json', '{"intent":"book"}', 'Booked.', '{"intent":"ask"}', 'Asked.'])
  const runner = createRunner({
    program: pipeline(classifier, booker),
    store: inMemoryStore(),
    models: () => client,
  })
  await runner.run(key, { message: 'Book a table.' }).outcome
  await runner.run(key, { message: 'And?' }).outcome
  const [, repaired, booked, again, asked] = client.requests.map(request => JSON.stringify(request.messages))
  for (const request of [repaired, again])
    expect(request).toContain('The last answer is not valid: it is no JSON. Answer')
  for (const request of [booked, asked]) {
    expect(request).not.toContain('no json')
    expect(request).not.toContain('not valid')
  }
})

test('settings of a run come before those of its agents, also after a limit and a restart, and end with it', async () => {
  const client = scriptedModel(() => 'Hi.')
  const program = agent({ name: 'a', model, generateConfig: { maxOutputTokens: 50 } })
  const twice = pipeline(program, agent({ name: 'b', model })) as Member
  const store = inMemoryStore()
  const first = createRunner({ program: twice, store, models: () => client, limits: { steps: 1 } })
  const input = { message: 'Hi', generateConfig: { maxOutputTokens: 99 } }
  expect((await first.run(key, input).outcome).status).toBe('limited')
  await first.stop()
  const second = createRunner({ program: twice, store, models: () => client })
  await second.resume(key, { limits: { steps: 5 } }).outcome
  await second.run(key, { message: 'Again' }).outcome
  const most = client.requests.map(
    request => (request as { max_completion_tokens?: number }).max_completion_tokens,
  )
  expect(most).toEqual([99, 99, 50, undefined])
  expect(() => first.run(key, { message: 'Hi', generateConfig: { temperature: 'hot' } as never })).toThrow(
    'temperature',
  )
})

test('run, resume and approve reject malformed input', async () => {
  const { runner } = running(helper(), [])
  expect(() => runner.run(key, { messages: 'Hi' } as never)).toThrow("did you mean 'message'")
  expect(() => runner.run(key, { message: 'Hi', signal: {} as never })).toThrow('AbortSignal')
  expect(() => runner.run(key, { message: 'Hi', limits: { steps: 0 } })).toThrow('steps')
  expect(() => runner.resume(key, { message: 'Hi' } as never)).toThrow('message')
  await expect(runner.approve(key, '1.0', { by: 'Ada', until: Number.NaN })).rejects.toThrow('until')
})

test('an outcome shows the calls that wait as a person is to see them', async () => {
  const pay = tool({
    name: 'pay',
    parameters: { type: 'object', properties: { sum: { type: 'number' } } },
    needsApproval: true,
    execute: () => 'paid',
  })
  const { run } = running(helper([pay as never]), [{ calls: [{ name: 'pay', arguments: { sum: 5 } }] }])
  expect((await run('Pay')).waitingCalls).toEqual([
    { call: '1.0', agent: 'helper', tool: 'pay', arguments: { sum: 5 }, for: 'approval' },
  ])
})
