// Every example of the documents that the agent language comes from, in its TypeScript form.
import { describe, expect, test } from 'vitest'
import { compileInstruction, effectiveTools, renderTemplate } from '../../src/compile.ts'
import {
  agent,
  type CompileOptions,
  compile,
  createSession,
  type InstructionContext,
  type Member,
  type Requests,
  type Session,
} from '../../src/index.ts'
import {
  booker,
  bookingApp,
  getWeather,
  greeter,
  news,
  router,
  transferText,
  weather,
  weatherBot,
} from './seed-agents.ts'

const asked = (text: string, state: Record<string, string> = {}): Session =>
  createSession({ state, events: [{ author: 'user', text }] })

/** Returns a summary of the request for Gemini. */
async function gemini(program: Member, session: Session, options: CompileOptions = {}) {
  const compiled = await compile(program, session, { model: 'gemini-flash-latest', ...options })
  const { diagnostics } = compiled
  if (!compiled.ok) throw new Error(JSON.stringify(diagnostics))
  const request = compiled.request as Requests['gemini']
  const { systemInstruction, tools = [], temperature, maxOutputTokens } = request.config ?? {}
  return {
    system: (systemInstruction?.parts ?? []).map(({ text }) => text).join('\n--\n'),
    contents: request.contents.map(({ role, parts }) => [role, ...parts.map(part => Object.values(part)[0])]),
    tools: tools.flatMap(tool => tool.functionDeclarations ?? []).map(({ name }) => name),
    temperature,
    maxOutputTokens,
    codes: diagnostics.map(({ code }) => code),
  }
}

describe('the big picture', () => {
  test('a declaration and a session make one request', async () => {
    const sent = await gemini(weatherBot, asked("What's the forecast?", { location: 'NYC' }))
    expect(sent.system).toBe(
      [
        'You are weather_bot.',
        'You help users with weather. The user is in NYC.',
        'You can delegate tasks to the following agents using the transfer_to_agent tool:\n- detail_agent: Provides detailed weather analysis',
        "To transfer to an agent, call the transfer_to_agent tool with the agent's name.",
      ].join('\n\n'),
    )
    expect(sent.contents).toEqual([['user', "What's the forecast?"]])
    expect(sent.tools).toEqual(['get_weather', 'transfer_to_agent'])
    expect(sent.temperature).toBe(0.3)
    expect(sent.codes).toEqual([])
  })

  test('the tools are the declared ones and the transfer', () => {
    const names = (program: Member, options = {}) =>
      effectiveTools(program, options).map(tool => ('name' in tool ? tool.name : ''))
    expect(names(weatherBot)).toEqual(['get_weather', 'transfer_to_agent'])
    expect(names(agent({ name: 'alone', tools: [getWeather] }))).toEqual(['get_weather'])
    // A sub-agent hands back to its parent.
    expect(names(weatherBot, { agent: 'detail_agent' })).toEqual(['transfer_to_agent'])
    const transfer = effectiveTools(weatherBot)[1]
    expect(transfer && 'parameters' in transfer && transfer.parameters?.properties).toEqual({
      agent_name: {
        type: 'string',
        description: 'Name of the agent to hand over to.',
        enum: ['detail_agent'],
      },
    })
  })
})

describe('templates', () => {
  test('placeholders are filled in from the state', async () => {
    const { system } = await gemini(greeter, asked('Hi', { user_name: 'Alice', language: 'French' }))
    expect(system).toBe('Greet the user. Their name is Alice and they speak French.')
  })

  test('a missing value stays as written, and is reported once', async () => {
    const { system, codes } = await gemini(greeter, asked('Hi', { language: 'French' }))
    expect(system).toBe('Greet the user. Their name is {user_name} and they speak French.')
    expect(codes).toEqual(['CX2001'])
    expect((await gemini(greeter, asked('Hi'), { missing: 'empty' })).system).toBe(
      'Greet the user. Their name is  and they speak .',
    )
    const refused = await compile(greeter, asked('Hi'), { missing: 'error' })
    expect([refused.ok, refused.diagnostics.map(({ code }) => code)]).toEqual([false, ['CX2002']])
  })

  test('renderTemplate fills in one text', () => {
    expect(renderTemplate('Hello {name}!', { name: 'World' })).toBe('Hello World!')
    expect(renderTemplate('Hello {name}!', {})).toBe('Hello {name}!')
  })

  test('every stretch of the instruction is mapped to its origin, and to the event that set its value', async () => {
    const session = asked('Hi', { language: 'French' }).append({
      author: 'developer',
      actions: { state: { set: { user_name: 'Alice' } } },
    })
    const { text, segments } = await compileInstruction(greeter, { session })
    const stretches = segments.map(({ start, end, origin }) => [text.slice(start, end), origin])
    expect(stretches).toEqual([
      ['Greet the user. Their name is ', 'd:instruction@0-30'],
      ['Alice', 's:user_name@1'],
      [' and they speak ', 'd:instruction@41-57'],
      ['French', 's:language'],
      ['.', 'd:instruction@67-68'],
    ])
  })
})

describe('instructions written by functions', () => {
  const build = (_: InstructionContext, tone = 'plain'): string => `Be ${tone}. The user is {name}.`

  test.each([
    [
      'a function',
      ({ now }: InstructionContext) => `Current time: ${now}. The user is {name}.`,
      'Current time: 7. The user is Ann.',
    ],
    ['one that is waited for', async () => 'Be kind.', 'Be kind.'],
    ['a list of it', [build] as const, 'Be plain. The user is Ann.'],
    ['a list with arguments', [build, 'formal'] as const, 'Be formal. The user is Ann.'],
    [
      'a reference',
      { module: new URL('./provider.ts', import.meta.url).href, export: 'instruction', args: ['formal'] },
      'A formal helper for Ann.',
    ],
  ])('%s is called before values are filled in', async (_, instruction, expected) => {
    const bot = agent({ name: 'bot', identity: false, instruction: instruction as never })
    expect((await gemini(bot, asked('Hi', { name: 'Ann' }), { now: 7 })).system).toBe(expected)
  })

  test('a failing function is reported, and the compile fails unless told otherwise', async () => {
    const bot = agent({
      name: 'bot',
      instruction: () => {
        throw new Error('no such file')
      },
    })
    const { ok, diagnostics } = await compile(bot, asked('Hi'), { model: 'gpt-5.4' })
    expect([ok, diagnostics[0]?.code, diagnostics[0]?.data.why]).toEqual([false, 'CX2003', 'no such file'])
    const skipped = await gemini(bot, asked('Hi'), { onProviderError: 'empty' })
    expect([skipped.system, skipped.codes]).toEqual(['You are bot.', ['CX2004']])
  })
})

test('the settings of a run win, one by one', async () => {
  const bot = agent({ name: 'bot', generateConfig: { temperature: 0.7, maxOutputTokens: 1024 } })
  const sent = await gemini(bot, asked('Hi'), { run: { generateConfig: { temperature: 0.3 } } })
  expect([sent.temperature, sent.maxOutputTokens]).toEqual([0.3, 1024])
})

describe('a transfer', () => {
  test("adds its text to the router's instruction, in both orders", async () => {
    const printed = `Route requests to the right specialist.\n\nYou are router.\n\n${transferText}`
    expect((await gemini(router(['agent', 'identity']), asked('Hi'))).system).toBe(printed)
    expect((await compileInstruction(router(['agent', 'identity']))).text).toBe(printed)
    const usual = `You are router.\n\nRoute requests to the right specialist.\n\n${transferText}`
    expect((await gemini(router(), asked('Hi'))).system).toBe(usual)
  })

  const handedOver = asked('Will it rain?').append(
    {
      author: 'router',
      parts: [
        { kind: 'tool-call', id: 'c1', name: 'transfer_to_agent', arguments: { agent_name: 'weather' } },
      ],
    },
    {
      author: 'tool',
      parts: [
        { kind: 'tool-result', id: 'c1', name: 'transfer_to_agent', content: [{ kind: 'text', text: 'ok' }] },
      ],
    },
  )

  test('keeps the target agent next, and hides the transfer from it', async () => {
    const sent = await gemini(router(), handedOver)
    expect(sent.system).toMatch(
      /^You are weather\. Handles weather-related questions\n\nYou handle weather queries\./,
    )
    expect(sent.system).toContain('- router\n- news: Handles news-related questions')
    expect(sent.tools).toEqual(['get_weather', 'transfer_to_agent'])
    expect(sent.contents).toEqual([['user', 'Will it rain?']])
  })

  test('keeps the conversation with the target, unless that may not transfer back', async () => {
    const answered = handedOver.append(
      { author: 'weather', text: 'No.' },
      { author: 'user', text: 'And the news?' },
    )
    expect((await gemini(router(), answered)).system).toMatch(/^You are weather/)
    const strict = agent({
      ...router(),
      subAgents: [agent({ ...weather, allowTransfer: { parent: false } }), news],
    })
    const back = await gemini(strict, answered)
    expect(back.system).toMatch(/^You are router/)
    // The router's own call is unchanged; the other agent's message is quoted with its name.
    expect(back.contents.slice(-2)).toEqual(
      [
        ['user', expect.stringMatching(/^<context:\w{8} from="weather">\nNo\.\n<\/context:\w{8}>$/)],
        ['user', 'And the news?'],
      ].map(([role, text]) => [role, text]),
    )
  })
})

describe('three channels', () => {
  const session = asked('I want to fly to London').append({
    author: 'classifier',
    text: 'booking',
    actions: { state: { set: { intent: 'booking' } } },
  })

  test('the booker sees "booking" once, and the words of the user', async () => {
    const { system, contents, codes } = await gemini(bookingApp(), session)
    expect(system).toBe('You are booker.\n\nHelp book. The intent is: booking')
    expect(contents).toEqual([['user', 'I want to fly to London']])
    expect(codes).toEqual([])
  })

  test('the booker sees the history that includeContents selects', async () => {
    const shown = async (contents: 'all' | 'none' | 'user-only' | 'exclude-agents') =>
      (await gemini(bookingApp(booker(contents)), session)).contents
    const all = await shown('all')
    expect(all[0]).toEqual(['user', 'I want to fly to London'])
    expect(all.slice(1)).toEqual([
      ['user', expect.stringMatching(/^<context:\w+ from="classifier">\nbooking\n</)],
    ])
    // The user's request survives.
    expect(JSON.stringify(await shown('none'))).toContain('I want to fly to London')
    expect(await shown('user-only')).toEqual([['user', 'I want to fly to London']])
    expect(await shown('exclude-agents')).toEqual([['user', 'I want to fly to London']])
  })

  test('the first agent of a pipeline is next, and the second once the first has answered', async () => {
    expect((await gemini(bookingApp(), asked('I want to fly to London'))).system).toMatch(
      /^You are classifier/,
    )
    expect((await gemini(bookingApp(), session)).system).toMatch(/^You are booker/)
    expect((await gemini(bookingApp(), session, { agent: 'classifier' })).system).toMatch(
      /^You are classifier/,
    )
  })
})
