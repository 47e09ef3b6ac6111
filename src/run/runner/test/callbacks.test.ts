// Callbacks of agents, models and tools; lists of models; the last call at a limit; tools that expand handles.
import { describe, expect, test } from 'vitest'
import { agentTool } from '../../../core/agent/agent-tool.ts'
import { agent } from '../../../core/agent/declare.ts'
import { expandTool } from '../../../core/agent/expand-tool.ts'
import { tool } from '../../../core/agent/tool.ts'
import { C, type Member, pipeline } from '../../../index.ts'
import { writeProgram } from '../../../program.ts'
import { type Callbacks, createRunner, type RunEvent, type RunnerOptions } from '../../../run.ts'
import { type Script, scriptedModel } from '../../../testing/index.ts'
import { inMemoryStore } from '../../store/index.ts'

const key = { owner: { app: 'test' }, id: 's1' }
const model = 'gpt-5.4'

function running(program: Member, script: Script, more: Partial<RunnerOptions> = {}) {
  const store = inMemoryStore()
  const client = scriptedModel(script)
  const runner = createRunner({ program, store, models: () => client, now: () => 0, ...more })
  const run = async (message: string) => {
    const stream = runner.run(key, { message })
    const seen: RunEvent[] = []
    for await (const event of stream) seen.push(event)
    return { seen, outcome: await stream.outcome }
  }
  return { runner, store, client, run }
}

const look = tool({ name: 'look', execute: () => 'found' })
const calls = { calls: [{ name: 'look' }] }

describe('around an agent', () => {
  test('its turn begins and ends once, however many calls it makes', async () => {
    const told: string[] = []
    const callbacks: Callbacks = {
      beforeAgent: ({ agent, state }) => {
        told.push(`before ${agent}`)
        state.set('greeting', 'Salve')
        return undefined
      },
      afterAgent: ({ agent }, text) => {
        told.push(`after ${agent}: ${text}`)
        return `${text} Bye.`
      },
    }
    const helper = agent({
      name: 'helper',
      model,
      instruction: 'Say {greeting}.',
      tools: [look],
      outputKey: 'out',
    })
    const { run, client } = running(helper, [calls, 'Done.'], { callbacks })
    const { seen, outcome } = await run('Go')
    expect(told).toEqual(['before helper', 'after helper: Done.'])
    expect(outcome).toMatchObject({
      status: 'done',
      text: 'Done. Bye.',
      state: { greeting: 'Salve', out: 'Done. Bye.' },
    })
    expect(JSON.stringify(client.requests[0])).toContain('Say Salve.')
    expect(seen.filter(({ type }) => type === 'retracted')).toHaveLength(1)
  })

  test('a text before it is its answer, and no model is called', async () => {
    const callbacks: Callbacks = { beforeAgent: ({ agent }) => (agent === 'one' ? 'cached' : undefined) }
    const program = pipeline(
      agent({ name: 'one', model, outputKey: 'first' }),
      agent({ name: 'two', model, instruction: 'Use {first}.' }),
    ) as Member
    const { run, client } = running(program, ['Used.'], { callbacks })
    expect((await run('Go')).outcome).toMatchObject({
      status: 'done',
      text: 'Used.',
      state: { first: 'cached' },
    })
    expect(client.requests).toHaveLength(1)
  })

  test('its failure is answered, whatever the reason', async () => {
    const reasons: string[] = []
    const callbacks: Callbacks = {
      onAgentError: (_, error) => {
        reasons.push(error.message)
        return 'Sorry.'
      },
    }
    const { run } = running(agent({ name: 'helper', model }), [{ error: 'overloaded' }], { callbacks })
    expect((await run('Go')).outcome).toMatchObject({ status: 'done', text: 'Sorry.' })
    const nobody = running(agent({ name: 'helper' }), [], { callbacks })
    expect((await nobody.run('Go')).outcome).toMatchObject({ status: 'done', text: 'Sorry.' })
    expect(reasons).toEqual(['overloaded', expect.stringContaining('it has no model')])
  })

  test('a callback that throws is a failure of its agent', async () => {
    const fails = (name: string) => () => {
      throw new Error(`${name} failed`)
    }
    for (const name of ['beforeAgent', 'afterAgent', 'beforeModel', 'afterModel']) {
      const { run } = running(agent({ name: 'helper', model }), ['Hi.'], {
        callbacks: { [name]: fails(name) },
      })
      expect((await run('Go')).outcome).toMatchObject({
        status: 'failed',
        reason: expect.stringContaining(name),
      })
    }
  })
})

test("the runner's callbacks come before the agent's, and those of an agent are for that agent alone", async () => {
  const told: string[] = []
  const tells = (name: string): Callbacks => ({
    beforeModel: ({ agent }) => void told.push(`${name} model ${agent}`),
    beforeTool: ({ tool, context }) => void told.push(`${name} tool ${tool} ${context.agent}`),
  })
  const helper = agent({ name: 'helper', model, tools: [look], callbacks: tells('own') })
  const boss = agent({ name: 'boss', model, tools: [agentTool(helper)] })
  const script: Script = [
    { calls: [{ name: 'helper', arguments: { request: 'x' } }] },
    calls,
    'Found.',
    'Done.',
  ]
  const { run } = running(boss, script, { callbacks: [tells('first'), tells('second')] })
  expect((await run('Go')).outcome.status).toBe('done')
  expect(told).toEqual([
    ...['first', 'second'].map(name => `${name} model boss`),
    ...['first', 'second'].map(name => `${name} tool helper boss`),
    ...['first', 'second', 'own'].map(name => `${name} model helper`),
    ...['first', 'second', 'own'].map(name => `${name} tool look helper`),
    ...['first', 'second', 'own'].map(name => `${name} model helper`),
    ...['first', 'second'].map(name => `${name} model boss`),
  ])
})

test('callbacks are functions under known names, and no data', () => {
  expect(() => agent({ name: 'a', callbacks: { beforeLunch: () => 1 } as never })).toThrow(
    /has no 'beforeLunch'/,
  )
  expect(() => agent({ name: 'a', callbacks: [{ beforeModel: 1 } as never] })).toThrow(/function/)
  const program = agent({ name: 'a' })
  expect(() =>
    createRunner({ program, store: inMemoryStore(), models: {}, callbacks: { x: 1 } as never }),
  ).toThrow(/has no option 'x'/)
  const { data, diagnostics } = writeProgram(agent({ name: 'a', callbacks: { beforeModel: () => 'x' } }))
  expect(data).toEqual({ name: 'a' })
  expect(diagnostics.map(({ code, level }) => [code, level])).toEqual([['CX1105', 'warn']])
})

describe('a list of models', () => {
  const helper = agent({ name: 'helper', model: ['gpt-5.4', 'gpt-5.4-mini'] })

  test('the next one is called if one fails, and what was shown is taken back', async () => {
    const { run, store } = running(helper, [{ text: 'Half an', error: 'overloaded' }, 'Whole.'])
    const { seen, outcome } = await run('Go')
    expect(outcome).toMatchObject({ status: 'done', text: 'Whole.' })
    expect(seen.map(({ type }) => type)).toEqual([
      'event',
      'delta',
      'delta',
      'retracted',
      'delta',
      'event',
      'event',
    ])
    const { events = [] } = (await store.read(key)) ?? {}
    expect(events[1]?.actions?.run?.answered?.model).toBe('gpt-5.4-mini')
  })

  test('if all fail, each reason is given', async () => {
    const { run } = running(helper, [{ error: 'overloaded' }, { error: 'no quota' }])
    expect((await run('Go')).outcome).toMatchObject({
      status: 'failed',
      reason: "'helper' failed: gpt-5.4: overloaded; gpt-5.4-mini: no quota",
    })
  })

  test('it is data', () => {
    expect(writeProgram(helper).data).toEqual({
      name: 'helper',
      model: 'gpt-5.4',
      fallbackModels: ['gpt-5.4-mini'],
    })
    expect(() => agent({ name: 'a', model: [] as never })).toThrow(/model/)
  })
})

test('at a limit, an agent is asked for a last answer without tools', async () => {
  const script: Script = request =>
    (request as { tool_choice?: unknown }).tool_choice === 'none' ? 'What I know.' : calls
  const { run } = running(agent({ name: 'helper', model, tools: [look] }), script, {
    atLimit: 'answer',
    limits: { steps: 2, repeats: 10 },
  })
  expect((await run('Go')).outcome).toMatchObject({
    status: 'limited',
    text: 'What I know.',
    reason: 'the limit on steps (2) was reached',
  })
})

test('the expand tool knows what its agent was shown, also after a restart', async () => {
  const long = 'word '.repeat(400)
  const big = tool({ name: 'big', execute: () => long })
  const helper = agent({
    name: 'helper',
    model,
    context: C.all().compact({ olderThan: 1, expand: 'tool' }),
    tools: [big, expandTool()],
  })
  const expand = (handle: string) => ({ calls: [{ name: 'expand', arguments: { handle } }] })
  const store = inMemoryStore()
  const first = running(helper, [{ calls: [{ name: 'big' }] }, 'Read.', 'And?', expand('2.0'), 'Yes.'], {
    store,
  })
  await first.runner.run(key, { message: 'Go' }).outcome
  await first.runner.run(key, { message: 'More' }).outcome
  await first.runner.run(key, { message: 'Again' }).outcome
  const second = running(helper, [expand('2.0'), 'Yes.'], { store })
  expect((await second.run('Once more')).outcome).toMatchObject({ status: 'done', text: 'Yes.' })
  const { events = [] } = (await store.read(key)) ?? {}
  const texts = events.flatMap(({ parts }) =>
    parts.flatMap(part => (part.kind === 'tool-result' && part.name === 'expand' ? [part.content] : [])),
  )
  expect(texts).toEqual([[{ kind: 'text', text: long }], [{ kind: 'text', text: long }]])
})

test('results of calls with one id are recorded in the order of the calls', async () => {
  const slow = tool({
    name: 'slow',
    parameters: { type: 'object', properties: { ticks: { type: 'number' } } },
    execute: async ({ ticks }) => {
      for (let tick = 0; tick < Number(ticks); tick++) await Promise.resolve()
      return `after ${String(ticks)}`
    },
  })
  const twins = [50, 20, 1].map(ticks => ({ name: 'slow', id: 'same', arguments: { ticks } }))
  const { run, store } = running(agent({ name: 'helper', model, tools: [slow] }), [{ calls: twins }, 'Ok.'])
  expect((await run('Go')).outcome.status).toBe('done')
  const { events = [] } = (await store.read(key)) ?? {}
  const texts = events.flatMap(({ parts }) =>
    parts.flatMap(part => (part.kind === 'tool-result' ? part.content : [])),
  )
  expect(texts).toEqual([50, 20, 1].map(ticks => ({ kind: 'text', text: `after ${ticks}` })))
})

describe('a call that has not begun', () => {
  /** A promise that resolves when `open` is called. */
  const gate = () => {
    let open: () => void = () => {}
    const opened = new Promise<undefined>(resolve => {
      open = () => resolve(undefined)
    })
    return { opened, open: () => open() }
  }
  const settled = () => new Promise(resolve => setTimeout(resolve, 5))

  test.each([
    ['cancel', 'retry'],
    ['cancel', 'report'],
    ['message', 'retry'],
    ['message', 'report'],
    ['stop', 'retry'],
    ['stop', 'report'],
  ] as const)('never begins after a %s (%s)', async (act, onInterrupt) => {
    const { opened, open } = gate()
    let runs = 0
    const pay = tool({ name: 'pay', onInterrupt, execute: () => `paid ${++runs}` })
    const clerk = agent({ name: 'clerk', model, tools: [pay] })
    const script: Script = [{ calls: [{ name: 'pay' }] }, 'I stopped.']
    const { runner, store } = running(clerk, script, { callbacks: { beforeTool: () => opened } })
    runner.run(key, { message: 'Pay.' }).outcome.catch(() => {})
    await settled()
    const stopping = act === 'stop' ? runner.stop() : null
    if (act === 'cancel') await runner.cancel(key)
    if (act === 'message') await runner.send(key, 'Stop!', { interrupt: true })
    open()
    await stopping
    await settled()
    expect(runs).toBe(0)
    const { events = [] } = (await store.read(key)) ?? {}
    expect(events.some(({ actions }) => actions?.run?.begun)).toBe(false)
  })

  test('begins once if two runners of one store run it', async () => {
    const { opened, open } = gate()
    let runs = 0
    const pay = tool({ name: 'pay', onInterrupt: 'report', execute: () => `paid ${++runs}` })
    const program = agent({ name: 'clerk', model, tools: [pay] })
    const store = inMemoryStore()
    const options: RunnerOptions = {
      program,
      store,
      models: () => scriptedModel(request => (JSON.stringify(request).includes('"tool"') ? 'Done.' : paying)),
      callbacks: { beforeTool: () => opened },
    }
    const paying = { calls: [{ name: 'pay' }] }
    const [first, second] = [createRunner(options), createRunner(options)]
    const one = first.run(key, { message: 'Pay.' }).outcome
    await settled()
    const two = second.resume(key).outcome
    await settled()
    open()
    expect((await Promise.all([one, two])).map(({ status }) => status)).toEqual(['done', 'done'])
    expect(runs).toBe(1)
  })
})

test('a tool is given the artifacts of the runner', async () => {
  const read = tool({
    name: 'read',
    execute: (_, context) => (context as { artifacts: { notes: string } }).artifacts.notes,
  })
  const { run, store } = running(
    agent({ name: 'helper', model, tools: [read] }),
    [{ calls: [{ name: 'read' }] }, 'Ok.'],
    {
      compile: { artifacts: { notes: 'all is well' } },
    },
  )
  await run('Go')
  expect(JSON.stringify((await store.read(key))?.events)).toContain('all is well')
})
