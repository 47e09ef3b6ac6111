// Ends of runs and loops, as users of other frameworks asked for them: vercel/ai#6616, adk-python#4442.
import { describe, expect, test } from 'vitest'
import { targets } from '../../../../../test/targets.ts'
import { agentTool } from '../../../../core/agent/agent-tool.ts'
import { tool } from '../../../../core/agent/tool.ts'
import { targetNames } from '../../../../core/ir/target-name.ts'
import { redact } from '../../../../core/protect/index.ts'
import { agent, compile, loop, mapOver, parallel, pipeline, restoreSession, S } from '../../../../index.ts'
import { fakeProvider, scriptedModel } from '../../../../testing/index.ts'
import type { ModelClient, ModelPart } from '../../../models/model-client.ts'
import { inMemoryStore } from '../../../store/index.ts'
import type { AgentStep } from '../../callbacks.ts'
import { usageOfRun } from '../../usage-since.ts'
import { by, calls, door, helper, key, running } from './setting.ts'

const model = 'gpt-5.4'
const submit = (more: object = {}) =>
  tool({ name: 'submit', execute: () => 'Sent as 17.', ...more, returnDirect: true })
const look = tool({ name: 'look', execute: () => 'seen' })
const asks = calls(['submit'])

describe('a tool that returns directly (vercel/ai#6616)', () => {
  test('ends the run: its result is the answer, and the model is not called again', async () => {
    const { run, lines, events, requests } = running(helper([submit()], { outputKey: 'sent' }), [asks])
    expect(await run('Send it')).toMatchObject({
      status: 'done',
      text: 'Sent as 17.',
      state: { sent: 'Sent as 17.' },
    })
    expect(requests).toHaveLength(1)
    expect(await lines()).toEqual(['user: Send it', 'helper calls submit', 'result: Sent as 17.'])
    const log = await events()
    // The run ends in the commit of the result, so that a crash finds it ended.
    expect(log.slice(-2).map(({ actions }) => actions?.run)).toEqual([{ returned: {} }, { ended: {} }])
  })

  test('lets the other calls of the answer complete, and the first result that is no error is the answer', async () => {
    const late = tool({
      name: 'late',
      execute: () => new Promise(resolve => setTimeout(() => resolve('Late.'), 5)),
      returnDirect: true,
    })
    const script = [calls(['late'], ['look'], ['submit'])]
    const { run, lines, requests, events } = running(helper([submit(), look, late]), script)
    expect(await run('All')).toMatchObject({ status: 'done', text: 'Sent as 17.' })
    expect(requests).toHaveLength(1)
    const results = (await lines()).filter(line => line.startsWith('result'))
    expect(results.sort()).toEqual(['result: Late.', 'result: Sent as 17.', 'result: seen'])
    expect((await events()).filter(({ actions }) => actions?.run?.returned)).toHaveLength(1)
  })

  test.each([
    ['an error', { execute: () => Promise.reject(new Error('offline')) }, {}],
    ['invalid arguments', { parameters: { type: 'object', required: ['to'] } }, {}],
    ['a result that does not fit the output schema', {}, { outputSchema: { type: 'object' } }],
  ])('does not end the run with %s', async (_, more, ofAgent) => {
    const { run, requests, events } = running(helper([submit(more)], ofAgent), [
      asks,
      '{"said":"It did not work."}',
    ])
    expect(await run('Send it')).toMatchObject({ status: 'done', text: '{"said":"It did not work."}' })
    expect(requests).toHaveLength(2)
    const why = (await events()).flatMap(({ actions }) => actions?.run?.returned?.why ?? [])
    expect(why).toHaveLength('outputSchema' in ofAgent ? 1 : 0)
  })

  test('answers with data, which an output schema checks', async () => {
    const outputSchema = { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] }
    const data = running(
      helper([submit({ execute: () => ({ id: 17 }) })], { outputSchema, outputKey: 'order' }),
      [asks],
    )
    expect(await data.run('Send it')).toMatchObject({ text: '{"id":17}', state: { order: { id: 17 } } })
  })

  test('waits for an approval; a denial gives the model another turn, and changed arguments are not in the answer', async () => {
    const execute = ({ to }: { to: string }) => `Sent to ${to}.`
    const tools = [
      submit({ needsApproval: true, parameters: { type: 'object', properties: { to: {} } }, execute }),
    ]
    const script = [calls(['submit', { to: 'Bob' }]), 'I did not send it.']
    const denied = running(helper(tools), script)
    expect(await denied.run('Send it')).toMatchObject({ status: 'waiting' })
    await denied.runner.deny(key, '1.0', by)
    expect(await denied.resume()).toMatchObject({ status: 'done', text: 'I did not send it.' })
    const edited = running(helper(tools), script)
    await edited.run('Send it')
    await edited.runner.approve(key, '1.0', { ...by, arguments: { to: 'Eve' } })
    expect(await edited.resume()).toMatchObject({ status: 'done', text: 'Sent to Eve.' })
    expect((await edited.lines()).at(-1)).toContain('a person changed arguments')
    expect(edited.requests).toHaveLength(1)
  })

  test('returns the answer of a person', async () => {
    const ask = tool({ name: 'ask', answeredBy: 'person', returnDirect: true })
    const { run, runner, resume, requests } = running(helper([ask]), [calls(['ask'])])
    expect(await run('Ask')).toMatchObject({ status: 'waiting' })
    await runner.answer(key, '1.0', 'Ada says yes.', by)
    expect(await resume()).toMatchObject({ status: 'done', text: 'Ada says yes.' })
    expect(requests).toHaveLength(1)
  })

  test('ends the run of an agent as a tool, whose answer is the result of the call', async () => {
    const clerk = agent({ name: 'clerk', description: 'Sends.', tools: [submit()] })
    const boss = (more: object) => helper([agentTool(clerk, more)])
    const script = [calls(['clerk', { request: 'Send it' }]), asks, 'The clerk sent it.']
    const inner = running(boss({}), script)
    expect(await inner.run('Send it')).toMatchObject({ text: 'The clerk sent it.' })
    expect(inner.requests).toHaveLength(3)
    expect(JSON.stringify(inner.requests[2])).toContain('Sent as 17.')
    const both = running(boss({ returnDirect: true }), script)
    expect(await both.run('Send it')).toMatchObject({ text: 'Sent as 17.' })
    expect(both.requests).toHaveLength(2)
  })

  test('ends the turn of its agent in a pipeline, a loop, a parallel and a mapOver', async () => {
    const sender = agent({ name: 'sender', model, tools: [submit()], outputKey: 'sent' })
    const after = agent({ name: 'after', model, instruction: 'Judge {sent}.' })
    const one = running(pipeline(sender, after), [asks, 'Good.'])
    expect(await one.run('Send it')).toMatchObject({ text: 'Good.' })
    expect(JSON.stringify(one.requests[1])).toContain('Judge Sent as 17.')
    // The limit `repeats` counts equal calls of one turn.
    const often = running(loop({ max: 4 }, sender), [asks, asks, asks, asks])
    expect(await often.run('Send it')).toMatchObject({ status: 'done', text: 'Sent as 17.' })
    expect(often.requests).toHaveLength(4)
    const slow = agent({ name: 'slow', model, tools: [submit({ execute: () => new Promise(() => {}) })] })
    const first = running(parallel({ until: 'first' }, sender, slow) as never, [asks, asks])
    expect(await first.run('Send it')).toMatchObject({ status: 'done', text: 'Sent as 17.' })
    const items = pipeline(
      S.set({ list: ['x', 'y'] }),
      mapOver({ key: 'list', into: 'all' }, sender as never),
    )
    const each = running(items as never, [asks, asks])
    expect(await each.run('Send them')).toMatchObject({ state: { all: ['Sent as 17.', 'Sent as 17.'] } })
  })

  test('counts a transfer of the same answer from the next message on', async () => {
    const expert = agent({ name: 'expert', description: 'Knows.' })
    const transfer = ['transfer_to_agent', { agent_name: 'expert' }] as const
    const { run, lines } = running(helper([submit()], { subAgents: [expert] }), [
      calls(['submit'], transfer),
      'I am the expert.',
    ])
    expect(await run('Send it')).toMatchObject({ text: 'Sent as 17.' })
    expect(await run('And now?')).toMatchObject({ text: 'I am the expert.' })
    expect((await lines()).at(-1)).toBe('expert: I am the expert.')
  })

  test('stays the answer after a deploy without the declaration, and the next message continues', async () => {
    const store = inMemoryStore()
    await running(helper([submit()]), [asks], {}, store).run('Send it')
    const plain = helper([tool({ name: 'submit', execute: () => 'x' })])
    const { run, resume, requests } = running(plain, ['You are welcome.'], {}, store)
    expect(await resume()).toMatchObject({ status: 'done', text: 'Sent as 17.' })
    expect(await run('Thanks')).toMatchObject({ status: 'done', text: 'You are welcome.' })
    expect(requests).toHaveLength(1)
  })

  test('passes the callback afterAgent, and its protected values are hidden in the outcome', async () => {
    const seen: string[] = []
    const afterAgent = (_: unknown, text: string) => {
      seen.push(text)
      return 'Checked.'
    }
    const checked = running(helper([submit()]), [asks], { callbacks: [{ afterAgent }] })
    expect(await checked.run('Send it')).toMatchObject({ text: 'Checked.' })
    expect(seen).toEqual(['Sent as 17.'])
    const tools = [submit({ execute: () => 'Sent to bob@example.org.' })]
    const compile = { protect: [redact({ pii: ['email'] })] }
    const hidden = running(helper(tools), [asks], { compile })
    expect(await hidden.run('Send it')).toMatchObject({ text: 'Sent to [secret:email:1].' })
  })

  test('keeps its result if afterAgent fails, and the run fails; onAgentError may answer beside the result', async () => {
    const afterAgent = () => {
      throw new Error('audit down')
    }
    const plain = running(helper([submit()]), [asks, asks], { callbacks: [{ afterAgent }] })
    expect(await plain.run('Send it')).toMatchObject({
      status: 'failed',
      reason: "'helper' failed: audit down",
    })
    expect((await plain.lines()).at(-1)).toBe('result: Sent as 17.')
    expect(plain.requests).toHaveLength(1)
    const onAgentError = (_: unknown, { message }: Error) => `It is sent. (${message})`
    const program = helper([submit()], { outputKey: 'sent' })
    const instead = running(program, [asks], { callbacks: [{ afterAgent, onAgentError }] })
    const text = 'It is sent. (audit down)'
    expect(await instead.run('Send it')).toMatchObject({ status: 'done', text, state: { sent: text } })
    expect((await instead.lines()).at(-1)).toBe('result: Sent as 17.')
  })

  test('keeps its result if the runner stops during afterAgent', async () => {
    const store = inMemoryStore()
    const called = door()
    const afterAgent = async () => called.wait().then(() => undefined)
    const { run, runner } = running(helper([submit()]), [asks], { callbacks: [{ afterAgent }] }, store)
    const outcome = run('Send it').catch(() => {})
    await called.arrived
    await runner.stop()
    const { resume, requests } = running(helper([submit()]), [], {}, store)
    expect(await resume()).toMatchObject({ status: 'done', text: 'Sent as 17.' })
    expect(requests).toHaveLength(0)
    await outcome
  })

  test('keeps its result if the run is cancelled during afterAgent', async () => {
    const called = door()
    const afterAgent = async () => called.wait().then(() => undefined)
    const { run, runner, lines } = running(helper([submit()]), [asks], { callbacks: [{ afterAgent }] })
    const outcome = run('Send it')
    await called.arrived
    await runner.cancel(key)
    expect(await outcome).toMatchObject({ status: 'cancelled', text: null })
    expect((await lines()).at(-1)).toBe('result: Sent as 17.')
  })

  test('passes to afterAgent only the result that is the answer', async () => {
    const seen: string[] = []
    const afterAgent = async ({ state }: AgentStep, text: string) => {
      await new Promise(resolve => setTimeout(resolve, 2))
      state.set('count', seen.push(text))
      return `Signed: ${text}`
    }
    const callbacks = [{ afterAgent }]
    const late = tool({ name: 'late', execute: () => 'Late.', returnDirect: true })
    const both = running(helper([submit(), late]), [calls(['submit'], ['late'])], { callbacks })
    expect(await both.run('All')).toMatchObject({ text: 'Signed: Sent as 17.', state: { count: 1 } })
    expect((await both.lines()).at(-1)).toBe('result: Late.')
    seen.length = 0
    const ofAgent = { outputSchema: { type: 'object' } }
    const wrong = running(helper([submit()], ofAgent), [asks, '{}'], { callbacks })
    await wrong.run('Send it')
    expect([seen[0], (await wrong.lines())[2]]).toEqual(['{}', 'result: Sent as 17.'])
  })

  test.each(targetNames)('makes a legal request for %s of a log that a message continues', async target => {
    const program = helper([submit()])
    const first = running(program, [asks])
    await first.run('Send it')
    const log = restoreSession({ id: 's1', events: await first.events() })
    const session = log.append({ author: 'user', text: 'Thanks' })
    const [model] = targets[target].models
    const { ok, request } = await compile(program as never, session, { target, model })
    expect([ok, fakeProvider(target).violations({ model, ...request })]).toEqual([true, []])
    expect(JSON.stringify(request)).toMatch(/Sent as 17\..*Thanks/)
  })
})

describe('toolConcurrency of an agent (adk-python#4442)', () => {
  /** Tools that note how many calls of them run at once. */
  function counted(milliseconds: readonly number[] = []) {
    const order: string[] = []
    let [now, most] = [0, 0]
    const work = (name: string, index: number) =>
      tool({
        name,
        execute: async () => {
          order.push(name)
          most = Math.max(most, ++now)
          await new Promise(resolve => setTimeout(resolve, milliseconds[index] ?? 0))
          now--
          return name
        },
      })
    const tools = ['one', 'two', 'three'].map(work)
    return { tools, order, most: () => most }
  }
  const all = calls(['one'], ['two'], ['three'])

  test.each([
    [1, 1],
    [2, 2],
    [undefined, 3],
  ])(
    'the value %s lets %s calls run at once, in the order of the calls',
    async (toolConcurrency, expected) => {
      const { tools, order, most } = counted([3, 2, 1])
      const more = toolConcurrency === undefined ? {} : { toolConcurrency }
      const { run } = running(helper(tools, more), [all, 'Done.'])
      expect(await run('Go')).toMatchObject({ status: 'done', text: 'Done.' })
      expect([order, most()]).toEqual([['one', 'two', 'three'], expected])
    },
  )

  test('counts calls that agents answer until their work is done', async () => {
    const clerk = agent({ name: 'clerk', description: 'Looks.', tools: [look] })
    const asks = ['clerk', { request: 'Look' }] as const
    const script = [calls(asks, asks), calls(['look']), 'First.', calls(['look']), 'Second.', 'Both looked.']
    const { run, lines } = running(helper([agentTool(clerk)], { toolConcurrency: 1 }), script)
    expect(await run('Go')).toMatchObject({ status: 'done', text: 'Both looked.' })
    expect((await lines()).slice(3)).toEqual([
      ...['user: Look', 'clerk calls look', 'result: seen', 'clerk: First.', 'result: First.'],
      ...['user: Look', 'clerk calls look', 'result: seen', 'clerk: Second.', 'result: Second.'],
      'helper: Both looked.',
    ])
  })

  test('counts the branches of the agent together', async () => {
    const { tools, most } = counted([2, 2, 2])
    const each = agent({ name: 'each', model, tools, toolConcurrency: 1 })
    const program = pipeline(
      S.set({ list: ['x', 'y'] }),
      mapOver({ key: 'list', into: 'all' }, each as never),
    )
    const { run } = running(program as never, ({ messages }) =>
      JSON.stringify(messages).includes('"tool"') ? 'Done.' : all,
    )
    expect(await run('Go')).toMatchObject({ state: { all: ['Done.', 'Done.'] } })
    expect(most()).toBe(1)
  })

  test('is not held up by calls that wait for somebody, also in an agent as a tool', async () => {
    const pay = tool({ name: 'pay', needsApproval: true, execute: () => 'paid' })
    const clerk = agent({ name: 'clerk', description: 'Pays.', tools: [pay] })
    const script = [
      calls(['clerk', { request: 'Pay' }], ['pay'], ['look']),
      calls(['pay']),
      'I paid.',
      'Done.',
    ]
    const { run, runner, resume, lines } = running(
      helper([agentTool(clerk), pay, look], { toolConcurrency: 1 }),
      script,
    )
    const { status, waiting } = await run('Go')
    expect([status, (await lines()).at(-1)]).toEqual(['waiting', 'result: seen'])
    for (const call of waiting) await runner.approve(key, call, by)
    expect(await resume()).toMatchObject({ status: 'done', text: 'Done.' })
  })

  test('is a whole number of calls', () => {
    expect(() => helper([], { toolConcurrency: 0 })).toThrow(
      'toolConcurrency must be a whole number of calls, 1 or more',
    )
  })
})

describe('tokens and price of a run (W9)', () => {
  const usage = { inputTokens: 1_000, outputTokens: 10 }
  const cached = {
    prompt_tokens: 1_000,
    completion_tokens: 10,
    prompt_tokens_details: { cached_tokens: 400 },
  }
  const clerk = agent({ name: 'clerk', description: 'Sends.', tools: [look] })
  const script = [
    { ...calls(['clerk', { request: 'Look' }]), usage },
    { ...calls(['look']), usage },
    { text: 'Seen.', usage },
    { text: 'The clerk saw it.', usage },
  ]

  test('are in its outcome: of all agents, with cached tokens, and of this run alone', async () => {
    const plain = scriptedModel([...script, { text: 'Yes.', usage }])
    const client: ModelClient = {
      target: 'openai-chat',
      async *stream(request, call) {
        for await (const part of plain.stream(request, call))
          yield part.type === 'response'
            ? ({ ...part, response: { ...(part.response as object), usage: cached } } as ModelPart)
            : part
      },
    }
    const { run, events } = running(helper([agentTool(clerk)]), [], { models: () => client })
    const first = await run('Go')
    expect(first.usage).toEqual({
      ...{ inputTokens: 4_000, outputTokens: 40, cacheReadTokens: 1_600 },
      ...{ cacheWriteTokens: 0, longCacheWriteTokens: 0, reasoningTokens: 0 },
    })
    const prices = (await events()).flatMap(({ actions }) => actions?.run?.answered?.usd ?? [])
    expect(prices).toHaveLength(4)
    expect(first.usd).toBeCloseTo(
      prices.reduce((sum, price) => sum + price),
      12,
    )
    expect(first.usd).toBeGreaterThan(0)
    const second = await run('Again?')
    expect([second.usage.inputTokens, second.usd]).toEqual([1_000, prices.at(-1)])
  })

  test.each(['afterModel', 'afterAgent'])(
    'include an answer that is not used because %s fails',
    async name => {
      const fail = () => {
        throw new Error('audit down')
      }
      const answer = { text: 'Hello', usage }
      const failed = await running(helper(), [answer], { callbacks: [{ [name]: fail }] }).run('Go')
      expect([failed.status, failed.usage.inputTokens]).toEqual(['failed', 1_000])
      const plain = await running(helper(), [answer]).run('Go')
      expect(failed.usd).toBe(plain.usd)
      const callbacks = [{ [name]: fail, onAgentError: () => 'Sorry.' }]
      const instead = await running(helper(), [answer], { callbacks }).run('Go')
      expect(instead).toMatchObject({ text: 'Sorry.', usage: { inputTokens: 1_000 }, usd: plain.usd })
    },
  )

  test('include the compactions that a provider ran', () => {
    const actions = {
      usage: { ...usage, compaction: { inputTokens: 5_000, outputTokens: 100 } },
      run: { answered: { upTo: 1, model, usd: 0.5 } },
    }
    const events = [
      { author: 'user', parts: [{ kind: 'text', text: 'Hi' }] },
      { author: 'helper', parts: [{ kind: 'text', text: 'Hello' }], actions },
    ].map((event, seq) => ({ seq, branch: '', response: '', ...event }))
    const { tokens, usd } = usageOfRun(restoreSession({ id: 's', events }), 0)
    expect([tokens, usd]).toMatchObject([{ inputTokens: 6_000, outputTokens: 110 }, 0.5])
  })

  test('stay what they were when prices change, and a price that is not known is null', async () => {
    const store = inMemoryStore()
    const before = await running(helper(), [{ text: 'Hi.', usage }], {}, store).run('Hello')
    const compile = { modelRows: [{ id: model, price: { input: 1_000, output: 1_000 } }] }
    expect(await running(helper(), [], { compile }, store).resume()).toMatchObject({ usd: before.usd })
    const own = helper([], { model: 'an-own-model' })
    expect(await running(own, [{ text: 'Hi.', usage }]).run('Hello')).toMatchObject({
      usage: { inputTokens: 1_000 },
      usd: null,
    })
    const beforeModel = () => 'No model was called.'
    expect(await running(own, [], { callbacks: [{ beforeModel }] }).run('Hello')).toMatchObject({ usd: 0 })
  })

  test('are limited by limits.usd before each model call', async () => {
    const price = { input: 1_000, output: 1_000, cacheRead: 1_000 }
    const compile = { modelRows: [{ id: model, price }] }
    const many = Array.from({ length: 9 }, (_, step) => ({ ...calls(['look', { step }]), usage }))
    const given = running(helper([look]), many, { compile, limits: { usd: 2.5 } })
    const limited = await given.run('Go')
    expect(limited).toMatchObject({ status: 'limited', reason: 'the limit on usd (2.5) was reached' })
    expect([limited.usd, given.requests.length]).toEqual([expect.closeTo(3.03), 3])
    const more = await given.runner.resume(key, { limits: { usd: 4 } }).outcome
    expect([more.usd, given.requests.length]).toEqual([expect.closeTo(4.04), 4])
  })

  test('fail a run with limits.usd if a price is not known, before the model is called', async () => {
    const limits = { usd: 1 }
    const own = running(helper([], { model: ['an-own-model'] }), ['Hi.'], { limits })
    const failed = await own.run('Hello')
    expect(failed).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining("the limit on usd needs the price of 'an-own-model'"),
    })
    expect(own.requests).toHaveLength(0)
    const other = running(helper([], { model: ['an-own-model', model] }), [{ text: 'Hi.', usage }], {
      limits,
    })
    expect(await other.run('Hello')).toMatchObject({ status: 'done', text: 'Hi.' })
    const silent = running(helper([look]), [calls(['look']), 'Seen.'], { limits })
    expect((await silent.run('Hello')).reason).toContain(`an earlier call of '${model}' is not known`)
    expect(silent.requests).toHaveLength(1)
    expect(() => running(helper(), [], { limits: { usd: 0 } })).toThrow('limits.usd must be a number above 0')
  })
})
