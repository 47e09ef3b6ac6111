// Seeds 000 and 001, claim by claim: a declaration and a session become one request.
import { describe, expect, test } from 'vitest'
import { check } from '../../src/check.ts'
import { compileInstruction, defaultPasses, effectiveTools, renderTemplate } from '../../src/compile.ts'
import { explain } from '../../src/explain.ts'
import {
  agent,
  C,
  type CompileOptions,
  compile,
  createSession,
  type InstructionContext,
  type Member,
  parallel,
  pipeline,
  type Requests,
  type Session,
} from '../../src/index.ts'
import { running } from '../../src/run/runner/test/seeds/running.ts'
import { inMemoryStore } from '../../src/run/store/index.ts'
import { createRunner } from '../../src/run.ts'
import { scriptedModel } from '../../src/testing/index.ts'
import { getWeather, greeter, news, router, transferText, weather, weatherBot } from '../agent/seed-agents.ts'

const question = "What's the forecast?"
const model = 'gemini-flash-latest'
const asked = (text = question, state: Record<string, string> = { location: 'NYC' }): Session =>
  createSession({ state, events: [{ author: 'user', text }] })

/** A compile that must succeed. */
async function compiled(program: Member, session: Session, options: CompileOptions = {}) {
  const result = await compile(program, session, { model, ...options })
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics))
  return result
}

/** Parts of a request for Gemini. */
async function gemini(program: Member, session: Session = asked(), options: CompileOptions = {}) {
  const { request } = await compiled(program, session, options)
  const { config = {}, contents } = request as Requests['gemini']
  return {
    config,
    contents,
    system: (config.systemInstruction?.parts ?? []).map(({ text }) => text).join('\n--\n'),
    tools: (config.tools ?? []).flatMap(tool => tool.functionDeclarations ?? []),
  }
}

/** Runs the router, which hands over to its weather agent. */
const handOver = (target = 'weather') =>
  running(router(), {
    router: [{ calls: [{ name: 'transfer_to_agent', arguments: { agent_name: target } }] }, 'Sorry.'],
    weather: [{ calls: [{ name: 'get_weather' }] }, 'Rain.'],
  })

describe('the big picture', () => {
  test('0.1 an agent and a session compile to one request, and no model is called', async () => {
    const result = await compiled(weatherBot, asked())
    expect(result).toMatchObject({ ok: true, target: 'gemini', request: { model } })
  })

  test('0.2 a definition is structured data', () => {
    expect(weatherBot).toMatchObject({
      name: 'weather_bot',
      model,
      instruction: 'You help users with weather. The user is in {location}.',
      tools: [{ name: 'get_weather' }],
      subAgents: [{ name: 'detail_agent' }],
    })
  })

  test('0.3 the system text has the value of {location}', async () => {
    expect((await gemini(weatherBot)).system).toContain('You help users with weather. The user is in NYC.')
  })

  test('0.4 the system text has the identity line', async () => {
    expect((await gemini(weatherBot)).system).toContain('You are weather_bot.')
  })

  test('0.5 the system text names the agents to transfer to', async () => {
    expect((await gemini(weatherBot)).system).toContain(
      '\n- detail_agent: Provides detailed weather analysis',
    )
  })

  test('0.6 the messages are the question of the user', async () => {
    expect((await gemini(weatherBot)).contents).toEqual([{ role: 'user', parts: [{ text: question }] }])
  })

  test('0.7 the tools are the declared ones, then the transfer', async () => {
    expect((await gemini(weatherBot)).tools.map(({ name }) => name)).toEqual([
      'get_weather',
      'transfer_to_agent',
    ])
  })

  test('0.8 the configuration has the temperature', async () => {
    expect((await gemini(weatherBot)).config.temperature).toBe(0.3)
  })
})

describe('the stages of a compiler', () => {
  test('0.9 the source code is the definition of an agent', () => {
    expect(check(agent({ ...weatherBot, expects: ['location'] }))).toMatchObject({ ok: true })
  })

  test('0.10 each pass shows the blocks of the request being built', async () => {
    const { trace } = await compiled(weatherBot, asked(), { trace: true })
    expect(trace?.length).toBeGreaterThan(0)
  })

  test.each([
    ['0.11', 'gemini', 'contents', model],
    ['0.12', 'anthropic', 'messages', 'claude-sonnet-5'],
    ['0.13', 'openai', 'input', 'gpt-5.4'],
    ['0.13', 'openai-chat', 'messages', 'gpt-5.4'],
  ] as const)('%s the target code is a request of %s', async (_, target, field, name) => {
    const { request } = await compiled(weatherBot, asked(), { target, model: name })
    expect(JSON.stringify((request as unknown as Record<string, unknown>)[field])).toContain(question)
  })

  test('0.14 compaction is an optimization pass', () => {
    expect(defaultPasses.map(({ name }) => name)).toContain('compact')
  })

  test('0.15 configurations are merged, key by key', async () => {
    const { config } = await gemini(weatherBot, asked(), { run: { generateConfig: { topP: 0.5 } } })
    expect(config).toMatchObject({ temperature: 0.3, topP: 0.5 })
  })

  test('0.16 an output schema is injected into the instruction where the provider has no field for it', async () => {
    const bot = agent({
      name: 'bot',
      outputSchema: { type: 'object', properties: { a: { type: 'string' } } },
    })
    const { request } = await compiled(bot, asked(), { model: 'gpt-3.5-turbo', target: 'openai-chat' })
    expect(JSON.stringify(request)).toContain('Reply with valid JSON matching this schema')
  })

  test('0.17 compile is the one entry of all stages', async () => {
    const { text } = await compileInstruction(weatherBot, { session: asked(), model })
    expect((await gemini(weatherBot)).system).toBe(text)
  })
})

describe('the order of the instruction', () => {
  const second = agent({
    name: 'second',
    description: 'Helps users with weather queries.',
    instruction: 'Second, {location}.',
    subAgents: [agent({ name: 'third', instruction: 'Third.' })],
  })
  const root = agent({
    name: 'root',
    globalInstruction: 'For all.',
    instruction: 'First.',
    subAgents: [second],
  })
  const textOf = async (name?: string) =>
    (await gemini(root, asked(), name === undefined ? {} : { agent: name })).system

  test('0.18 texts come in the order global, identity, agent, schema, transfer', async () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } } } as const
    const bot = agent({
      ...second,
      name: 'bot',
      globalInstruction: 'For all.',
      outputSchema: schema,
      instruction: 'Mine.',
    })
    const { text } = await compileInstruction(bot, { model: 'gpt-3.5-turbo', target: 'openai-chat' })
    const places = [
      'For all.',
      'You are bot.',
      'Mine.',
      'Reply with valid JSON',
      'You can delegate tasks',
    ].map(part => text.indexOf(part))
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(Math.min(...places)).toBe(0)
  })

  test('0.19 empty texts vanish', async () => {
    const { text } = await compileInstruction(agent({ name: 'bot', globalInstruction: '', instruction: '' }))
    expect(text).toBe('You are bot.')
  })

  test('0.20 texts are joined by a blank line', async () => {
    expect(await textOf()).toMatch(/^For all\.\n\nYou are root\.\n\nFirst\.\n\nYou can delegate/)
  })

  test('0.21 the global instruction of the root reaches every agent of the tree', async () => {
    expect(await textOf('second')).toMatch(/^For all\./)
    expect(await textOf('third')).toMatch(/^For all\./)
  })

  test('0.22 the identity has the description', async () => {
    expect(await textOf('second')).toContain('You are second. Helps users with weather queries.\n')
  })

  test('0.23 the identity without a description is the name', async () => {
    expect((await gemini(router())).system).toMatch(/^You are router\.\n/)
  })

  test("0.24 the agent's instruction has values of the state", async () => {
    expect(await textOf('second')).toContain('Second, NYC.')
  })

  test('0.25 an output schema is a field of a provider that has one, and else a sentence', async () => {
    const bot = agent({
      name: 'bot',
      outputSchema: { type: 'object', properties: { a: { type: 'string' } } },
    })
    const field = await gemini(bot)
    expect(field.system).not.toContain('Reply with valid JSON')
    expect(JSON.stringify(field.config)).toContain('"application/json"')
    const sentence = await compileInstruction(bot, { model: 'gpt-3.5-turbo', target: 'openai-chat' })
    expect(sentence.text).toContain('Reply with valid JSON matching this schema: {')
  })

  test('0.26 the transfer text lists agents with their descriptions, and names the tool', async () => {
    expect((await gemini(router())).system).toContain(transferText)
  })
})

describe('templates', () => {
  const alice = { user_name: 'Alice', language: 'French' }

  test('0.27 {key} has the value of the state', async () => {
    expect((await gemini(greeter, asked('Hi', alice))).system).toContain('Alice')
  })

  test('0.28 the greeter of the seed is sent its exact text', async () => {
    expect((await gemini(greeter, asked('Hi', alice))).system).toBe(
      'Greet the user. Their name is Alice and they speak French.',
    )
  })

  test('0.29 renderTemplate fills in one text', () => {
    expect(renderTemplate('Hello {name}!', { name: 'World' })).toBe('Hello World!')
  })

  test('0.30 a missing value stays as written', async () => {
    expect(renderTemplate('Hello {name}!', {})).toBe('Hello {name}!')
    expect((await gemini(greeter, asked('Hi', {}))).system).toContain('{user_name}')
  })
})

describe('instructions written by functions', () => {
  const build = (_: InstructionContext, tone = 'plain'): string => `Be ${tone} in {location}.`
  const module = new URL('../agent/provider.ts', import.meta.url).href
  const written = async (instruction: unknown) =>
    (
      await gemini(agent({ name: 'bot', identity: false, instruction: instruction as never }), asked(), {
        now: 7,
      })
    ).system

  test('0.31 a function of the context', async () => {
    expect(await written(({ now }: InstructionContext) => `Current time: ${now}.`)).toBe('Current time: 7.')
  })

  test('0.32 a module and the name of its function', async () => {
    expect(await written({ module, export: 'instruction' })).not.toBe('')
    expect(await written([build])).toBe('Be plain in NYC.')
  })

  test('0.33 a function with further arguments', async () => {
    expect(await written([build, 'formal'])).toBe('Be formal in NYC.')
  })

  test('0.34 a global instruction takes each form', async () => {
    const forms = [
      ({ now }: InstructionContext) => `${now}`,
      [build, 'formal'],
      { module, export: 'instruction' },
    ]
    for (const form of forms) {
      const bot = agent({ name: 'bot', globalInstruction: form as never, instruction: 'Mine.' })
      expect((await gemini(bot, asked(), { now: 7 })).system).toMatch(/^(?!You are)[^\n]+\n\nYou are bot\./)
    }
  })

  test('0.35 functions are called before values are filled in', async () => {
    expect(await written(() => 'In {location}.')).toBe('In NYC.')
  })
})

describe('tools', () => {
  const names = (program: Member) => effectiveTools(program).map(tool => ('name' in tool ? tool.name : ''))

  test('0.36 the effective tools are the declared ones and the transfer', () => {
    expect(names(weatherBot)).toEqual(['get_weather', 'transfer_to_agent'])
  })

  test('0.37 an agent that can go nowhere has no transfer', () => {
    expect(names(agent({ name: 'alone', tools: [getWeather] }))).toEqual(['get_weather'])
  })

  test('0.38 the transfer is an ordinary function to the model', async () => {
    const [, transfer] = (await gemini(weatherBot)).tools
    expect(Object.keys(transfer ?? {}).sort()).toEqual(['description', 'name', 'parametersJsonSchema'])
  })
})

describe('messages', () => {
  const talk = asked('First').append({ author: 'bot', text: 'One.' }, { author: 'user', text: 'Second' })
  const bot = agent({ name: 'bot', instruction: 'Help.' })

  test("0.39 the user's events have the role user", async () => {
    expect((await gemini(bot, talk)).contents[0]).toEqual({ role: 'user', parts: [{ text: 'First' }] })
  })

  test("0.40 an agent's own events have the role model, and another agent's words are quoted", async () => {
    expect((await gemini(bot, talk)).contents[1]).toEqual({ role: 'model', parts: [{ text: 'One.' }] })
    const other = await gemini(agent({ name: 'other' }), talk)
    expect(JSON.stringify(other.contents)).toContain('from=\\"bot\\"')
  })

  test("0.41 the user's newest message comes last", async () => {
    expect((await gemini(bot, talk)).contents.at(-1)).toEqual({ role: 'user', parts: [{ text: 'Second' }] })
  })
})

describe('compression', () => {
  const turns = Array.from({ length: 40 }, (_, turn) => [
    { author: 'user', text: `Question ${turn} ${'word '.repeat(30)}` },
    { author: 'bot', text: `Answer ${turn} ${'word '.repeat(30)}` },
  ]).flat()
  const long = createSession({ events: [...turns, { author: 'user', text: 'Newest' }] })
  const bot = (tokenBudget: number) =>
    agent({ name: 'bot', context: C.contextCompressor({ tokenBudget, keepRecent: 3 }) })
  const kept = async (tokenBudget: number) =>
    (await gemini(bot(tokenBudget), long)).contents.map(({ parts }) =>
      String((parts[0] as { text?: string } | undefined)?.text)
        .slice(0, 12)
        .trim(),
    )

  test('0.42 a compressor is declared on the agent', () => {
    expect(bot(4096).context).toHaveLength(2)
  })

  test('0.43 its strategy is a list of clauses, and passes can be replaced', async () => {
    const none = await compiled(bot(600), long, { passes: [] })
    expect(none.ok).toBe(true)
    expect(C.contextCompressor({ tokenBudget: 600, keepRecent: 3 })).toHaveLength(2)
  })

  test('0.44 tokens are estimated', async () => {
    const { tokens } = await compiled(bot(600), long)
    expect(tokens.input).toBeGreaterThan(0)
    expect(tokens.exact).toBe(false)
  })

  test('0.45 the newest messages within the budget are kept, and older ones are dropped', async () => {
    const [few, more] = [await kept(1500), await kept(3000)]
    expect(few.at(-1)).toBe('Newest')
    expect(more.slice(-few.length)).toEqual(few)
    expect(few.length).toBeLessThan(more.length)
    expect(more.length).toBeLessThan(turns.length)
  })

  test('0.46 the three newest messages stay where the budget is too small for them', async () => {
    expect(await kept(10)).toEqual(['Question 39', 'Answer 39 wo', 'Newest'])
  })
})

describe('configurations', () => {
  const bot = agent({ name: 'bot', generateConfig: { temperature: 0.7, maxOutputTokens: 1024 } })

  test('0.47 an agent has settings', async () => {
    expect((await gemini(bot)).config).toMatchObject({ temperature: 0.7, maxOutputTokens: 1024 })
  })

  test('0.48 the settings of a run override them', async () => {
    const { config } = await gemini(bot, asked(), { run: { generateConfig: { temperature: 0.3 } } })
    expect(config.temperature).toBe(0.3)
  })

  test('0.49 settings are merged key by key, and the others stay', async () => {
    const { config } = await gemini(bot, asked(), { run: { generateConfig: { temperature: 0.3 } } })
    expect(config).toMatchObject({ temperature: 0.3, maxOutputTokens: 1024 })
  })
})

describe('transfers', () => {
  test('0.50 the transfer text names both agents of the seed', async () => {
    const alert = agent({ name: 'alert_agent', description: 'Handles severe weather alerts' })
    const bot = agent({ ...weatherBot, subAgents: [...(weatherBot.subAgents ?? []), alert] })
    expect((await gemini(bot)).system).toContain(
      `You can delegate tasks to the following agents using the transfer_to_agent tool:
- detail_agent: Provides detailed weather analysis
- alert_agent: Handles severe weather alerts`,
    )
  })

  test('0.51 the transfer takes the name of an agent as text', async () => {
    const { tools } = await gemini(router())
    expect(tools[0]).toMatchObject({
      name: 'transfer_to_agent',
      parametersJsonSchema: { properties: { agent_name: { type: 'string' } } },
    })
  })

  test('0.52 the target agent gets a request of its own', async () => {
    const { run, sent } = handOver()
    await run('Will it rain?')
    expect(sent()[1]).toMatchObject({ messages: [['user', 'Will it rain?']] })
  })

  test('0.53 the target agent is run, and an unknown one is an error that the model reads', async () => {
    const { run, asked: called } = handOver()
    expect((await run('Will it rain?')).text).toBe('Rain.')
    expect(called).toEqual(['router', 'weather', 'weather'])
    const wrong = handOver('sports')
    expect((await wrong.run('Who won?')).text).toBe('Sorry.')
    expect(JSON.stringify(wrong.sent()[1]?.messages)).toContain('Error')
  })

  test('0.54 one stream has the events of both agents', async () => {
    const { run, log } = handOver()
    await run('Will it rain?')
    expect((await log()).map(line => line.split(' ')[0])).toEqual([
      'user',
      'router',
      'tool',
      'weather',
      'tool',
      'weather',
      'developer',
    ])
  })

  test('0.55 a router with two sub-agents compiles', async () => {
    expect((await compiled(router(), asked())).ok).toBe(true)
  })

  test('0.56 the printed system text of the router comes out with its order', async () => {
    expect((await gemini(router(['agent', 'identity']))).system).toBe(
      `Route requests to the right specialist.\n\nYou are router.\n\n${transferText}`,
    )
  })

  test('0.57 the router has the transfer alone', async () => {
    expect((await gemini(router())).tools.map(({ name }) => name)).toEqual(['transfer_to_agent'])
  })

  test("0.58 the sub-agent's own instruction, tools and model apply after a transfer", async () => {
    const own = agent({ ...router(), subAgents: [agent({ ...weather, model: 'gemini-3.5-flash' }), news] })
    const { request } = await compiled(own, asked(), { agent: 'weather', model: undefined as never })
    expect((request as Requests['gemini']).model).toBe('gemini-3.5-flash')
    const { system, tools } = await gemini(own, asked(), { agent: 'weather' })
    expect(system).toContain('You handle weather queries.')
    expect(tools[0]?.name).toBe('get_weather')
  })
})

describe('debugging', () => {
  test('0.59 beforeModel sees the compiled request', async () => {
    const seen: unknown[] = []
    const bot = agent({ name: 'debug_bot', model, instruction: 'Help. User is {user_name}.' })
    const { run } = running(
      bot,
      { debug_bot: ['Hi.'] },
      { callbacks: { beforeModel: (_, result) => void seen.push(result.request) } },
    )
    await run('Hello', { state: { user_name: 'Ann' } })
    expect(JSON.stringify(seen)).toContain('User is Ann.')
  })

  test('0.60 explain shows the request that the model gets', async () => {
    const { sections } = explain(await compiled(weatherBot, asked()))
    expect(sections.map(({ kind }) => kind)).toEqual(['system', 'tools', 'history'])
    expect(JSON.stringify(sections)).toContain(question)
  })

  test('0.61 each stage can be printed by itself', async () => {
    expect((await compileInstruction(weatherBot, { session: asked() })).text).toContain('NYC')
    expect(effectiveTools(weatherBot)).toHaveLength(2)
  })
})

describe('further features of Python ADK', () => {
  test('0.62 passes are a list that a caller extends', async () => {
    expect(Array.isArray(defaultPasses)).toBe(true)
    expect((await compiled(weatherBot, asked(), { passes: [...defaultPasses] })).ok).toBe(true)
  })

  test('0.63 functions may be asynchronous, keys optional, and artifacts are read', async () => {
    const bot = agent({
      name: 'bot',
      globalInstruction: async () => 'Tone: {tone?}.',
      instruction: 'Notes: {artifact.notes}.',
    })
    const { system } = await gemini(bot, asked(), { artifacts: { notes: 'short' } })
    expect(system).toBe('Tone: .\n\nYou are bot.\n\nNotes: short.')
  })

  test('0.64 transfers go to parent, child and peer', async () => {
    const [, transfer] = (await gemini(router(), asked(), { agent: 'weather' })).tools
    expect(JSON.stringify(transfer)).toContain('["router","news"]')
    const down = effectiveTools(router())[0]
    expect(JSON.stringify(down)).toContain('["weather","news"]')
  })

  test('0.65 branches do not see each other', async () => {
    const [web, files] = ['web', 'files'].map(name => agent({ name, model }))
    const group = pipeline(parallel(web as never, files as never), agent({ name: 'writer', model })) as Member
    const { run, sent } = running(group, { web: ['PAGES'], files: ['NOTES'], writer: ['Done.'] })
    await run('Go')
    for (const { messages } of sent().slice(0, 2)) expect(messages).toEqual([['user', 'Go']])
    expect(JSON.stringify(sent()[2])).toMatch(/PAGES.*NOTES/)
  })

  test('0.66 a rewind hides events and undoes their state', async () => {
    const session = asked('First').append({
      author: 'bot',
      text: 'One.',
      actions: { state: { set: { k: 1 } } },
    })
    const back = session.rewind(1)
    expect(back.state).not.toHaveProperty('k')
    expect(JSON.stringify((await gemini(agent({ name: 'bot' }), back)).contents)).not.toContain('One.')
  })

  test('0.67 events without content are no messages', async () => {
    const session = asked('First').append({ author: 'developer', actions: { state: { set: { k: 1 } } } })
    expect((await gemini(agent({ name: 'bot' }), session)).contents).toHaveLength(1)
  })

  test('0.68 requests of a loop share a prefix', async () => {
    const bot = agent({ name: 'bot', model, instruction: 'Help.' })
    const client = scriptedModel(['One.', 'Two.'])
    const runner = createRunner({ program: pipeline(bot), store: inMemoryStore(), models: () => client })
    const key = { owner: { app: 'seeds' }, id: 'caching' }
    await runner.run(key, { message: 'First' }).outcome
    await runner.run(key, { message: 'Second' }).outcome
    const [first, second] = client.requests.map(({ messages }) => JSON.stringify(messages).slice(0, -1))
    expect(second?.startsWith(String(first))).toBe(true)
  })
})
