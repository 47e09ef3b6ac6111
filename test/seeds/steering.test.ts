// Seed 004, claim by claim: phases, modifiers and their delivery, on the wire of Gemini Live.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { tool } from '../../src/index.ts'
import {
  buildSteeringContext,
  type ContextDelivery,
  connectGoogleAI,
  type LiveReport,
  live,
  liveBuilder,
  type SteeringMode,
  startLive,
  when,
  withContext,
  withState,
} from '../../src/live/index.ts'
import { FakeSocket, tick } from '../../src/live/test/session/fake-socket.ts'

type Frame = Readonly<Record<string, unknown>>

const table = { type: 'object', properties: {} }
const find = tool({ name: 'find_slot', parameters: table, execute: () => 'At eight.' })

/** The seed's agent, started on a socket that records what is sent. */
async function start(
  steeringMode: SteeringMode,
  contextDelivery: ContextDelivery = 'immediate',
  more: object = {},
) {
  const host = live({
    name: 'host',
    model: 'gemini-3.8-live',
    instruction: 'You are a helpful restaurant reservation assistant.',
    steeringMode,
    contextDelivery,
    tools: [find],
    modifiers: [
      withState(['guests', 'app:score']),
      when(state => state.urgent === true, 'Handle with urgency.'),
      withContext(state => (state.note === undefined ? '' : `Note: ${String(state.note)}`)),
    ],
    phases: [
      {
        name: 'greeting',
        instruction: 'Welcome the guest and ask how you can help.',
        tools: [],
        transitions: [{ to: 'booking', when: state => state.wants === 'table' }],
      },
      {
        name: 'booking',
        instruction: 'Help the guest find an available time slot.',
        needs: ['guests'],
        onEnterContext: () => 'The guest now books.',
      },
    ],
    initialPhase: 'greeting',
    ...more,
  })
  const socket = new FakeSocket()
  const talk = startLive(host, { connect: () => socket, now: () => 0 } as never)
  const reports: LiveReport[] = []
  void (async () => {
    for await (const report of talk) reports.push(report)
  })()
  await tick()
  socket.open()
  await tick()
  let read = 0
  /** Frames that were sent since the last call. */
  const sent = async (): Promise<Frame[]> => {
    await tick()
    const frames = socket.sent.slice(read)
    read = socket.sent.length
    return frames as Frame[]
  }
  const turn = async () => {
    socket.receive({ serverContent: { modelTurn: { role: 'model', parts: [{ text: 'Welcome!' }] } } })
    socket.receive({ serverContent: { turnComplete: true } })
    await tick()
  }
  const says = (text: string) => {
    socket.receive({ serverContent: { inputTranscription: { text } } })
  }
  return { talk, socket, reports, sent, turn, says }
}

const change = { wants: 'table', guests: 4, 'app:score': 0.85, urgent: true, note: 'vip' }
const kind = (frame: Frame) => Object.keys((frame.realtimeInput as object | undefined) ?? frame)[0]
const textOf = (frames: readonly Frame[]) => JSON.stringify(frames)
const context = (frames: readonly Frame[]) => frames.filter(frame => frame.clientContent !== undefined)
const turnsOf = (frames: readonly Frame[]) =>
  context(frames).flatMap(frame => (frame.clientContent as { turns?: { role: string }[] }).turns ?? [])

/** Frames of a phase change and of modifiers, at the end of a turn of the model. */
async function changed(mode: SteeringMode, delivery?: ContextDelivery) {
  const started = await start(mode, delivery)
  const setup = await started.sent()
  started.socket.receive({ serverContent: { modelTurn: { role: 'model', parts: [{ text: 'Welcome!' }] } } })
  started.talk.set(change)
  const during = await started.sent()
  started.socket.receive({ serverContent: { turnComplete: true } })
  const after = await started.sent()
  return { ...started, setup, during, after }
}

describe('an agent runtime', () => {
  const calling = async (more: object = {}, options: object = {}) => {
    const started = await start('context-injection', 'immediate', {
      phases: [],
      initialPhase: undefined,
      ...more,
    })
    await started.sent()
    void options
    return started
  }

  test('4.1 tools are called and answered', async () => {
    const { socket, sent } = await calling()
    socket.receive({ toolCall: { functionCalls: [{ id: 'c1', name: 'find_slot', args: {} }] } })
    await tick()
    const [answer] = (await sent()).filter(frame => frame.toolResponse !== undefined)
    expect(JSON.stringify(answer)).toContain('At eight.')
  })

  test('4.2 audio and text are streamed', async () => {
    const { socket, reports, turn } = await calling()
    socket.receive({ serverContent: { modelTurn: { parts: [{ inlineData: { data: 'AAAA' } }] } } })
    await turn()
    expect(reports.map(({ type }) => type)).toEqual(expect.arrayContaining(['audio', 'saying', 'said']))
  })

  test('4.3 another agent takes over', async () => {
    const clerk = live({ name: 'clerk', model: 'gemini-3.8-live', instruction: 'You are the clerk.' })
    const { socket, reports } = await calling({ agents: [clerk] })
    socket.receive({
      toolCall: { functionCalls: [{ id: 'c1', name: 'transfer_to_agent', args: { agent_name: 'clerk' } }] },
    })
    await tick()
    expect(reports).toContainEqual({ type: 'transferred', from: 'host', to: 'clerk' })
  })

  test('4.4 plugins run before and after tools', async () => {
    const seen: string[] = []
    const host = live({ name: 'host', model: 'gemini-3.8-live', instruction: 'Help.', tools: [find] })
    const socket = new FakeSocket()
    const plugin = { beforeTool: () => void seen.push('before'), afterTool: () => void seen.push('after') }
    startLive(host, { connect: () => socket, plugins: [plugin] } as never)
    await tick()
    socket.open()
    socket.receive({ toolCall: { functionCalls: [{ id: 'c1', name: 'find_slot', args: {} }] } })
    await tick()
    await tick()
    expect(seen).toEqual(['before', 'after'])
  })
})

describe('modes', () => {
  test("4.5 steering is sent as turns in the model's voice, in place of another instruction", async () => {
    const { after } = await changed('context-injection')
    expect(turnsOf(after).map(({ role }) => role)).toContain('model')
    expect(textOf(after.filter(frame => frame.clientContent === undefined))).not.toContain(
      'available time slot',
    )
  })

  test('4.6 there are three modes, and another one is refused', () => {
    for (const steeringMode of ['instruction-update', 'context-injection', 'hybrid'] as const)
      expect(live({ name: 'h', model: 'gemini-3.8-live', instruction: 'x', steeringMode })).toBeDefined()
    expect(() =>
      live({ name: 'h', model: 'gemini-3.8-live', instruction: 'x', steeringMode: 'other' as never }),
    ).toThrow(/instruction-update.*context-injection.*hybrid/)
  })

  test('4.7 the default is to update the instruction', async () => {
    const plain = await start(undefined as never)
    plain.talk.set(change)
    const { talk, sent } = await start('instruction-update')
    talk.set(change)
    expect(textOf(await plain.sent())).toBe(textOf(await sent()))
  })

  test('4.8 a mode is a plain text', () => {
    const mode: SteeringMode = 'hybrid'
    expect(structuredClone(mode)).toBe('hybrid')
  })

  test('4.9 the mode decides how the instruction of a phase is delivered', async () => {
    const update = await changed('instruction-update')
    const injection = await changed('context-injection')
    expect(textOf(update.after.filter(frame => frame.clientContent === undefined))).toContain(
      'available time slot',
    )
    expect(textOf(context(injection.after))).toContain('available time slot')
  })

  test('4.10 the mode decides how modifiers are delivered', async () => {
    const update = await changed('instruction-update')
    const hybrid = await changed('hybrid')
    expect(textOf(context(update.after))).not.toContain('Handle with urgency.')
    expect(textOf(context(hybrid.after))).toContain('Handle with urgency.')
  })

  test('4.11 instruction-update replaces the instruction with each phase and modifier', async () => {
    const { after, talk, sent } = await changed('instruction-update')
    expect(textOf(after)).toContain('available time slot')
    talk.set({ urgent: false })
    expect(textOf(await sent())).toContain('available time slot')
  })

  test('4.12 instruction-update has the modifiers in the instruction, and no turns', async () => {
    const { after } = await changed('instruction-update')
    expect(textOf(after)).toMatch(/guests=4, score=0.85[\s\S]*Handle with urgency\.[\s\S]*Note: vip/)
    expect(textOf(context(after))).not.toMatch(/guests=4|Handle with urgency|Note: vip/)
  })

  test('4.13 context-injection never changes the instruction', async () => {
    const { setup, talk, turn, sent } = await changed('context-injection')
    expect(textOf(setup)).toContain('restaurant reservation')
    for (let guests = 5; guests < 35; guests++) {
      talk.set({ guests })
      await turn()
    }
    expect((await sent()).filter(frame => kind(frame) !== 'clientContent')).toEqual([])
  })

  test('4.14 context-injection sends the instruction of a phase as a turn, the first one too', async () => {
    const { setup, after } = await changed('context-injection')
    expect(textOf(context(setup))).toContain('Welcome the guest')
    expect(textOf(context(after))).toContain('available time slot')
  })

  test('4.15 context-injection sends modifiers as turns', async () => {
    const { after } = await changed('context-injection')
    expect(textOf(context(after))).toContain('guests=4')
  })

  test('4.16 hybrid replaces the instruction with each phase', async () => {
    const { after } = await changed('hybrid')
    expect(textOf(after.filter(frame => frame.clientContent === undefined))).toContain('available time slot')
  })

  test('4.17 hybrid sends modifiers as turns', async () => {
    const { after } = await changed('hybrid')
    expect(textOf(context(after))).toMatch(/guests=4[\s\S]*Handle with urgency\./)
  })

  const guide = readFileSync(new URL('../../docs/live.md', import.meta.url), 'utf8')

  test('4.18 the guide says what each mode is best for', () => {
    expect(guide).toContain('(recommended)')
    for (const mode of ['`instruction-update` (default)', '`context-injection`', '`hybrid`'])
      expect(guide).toContain(`| ${mode} |`)
  })

  test('4.57 the guide says what each delivery is best for', () => {
    for (const delivery of ['immediate', 'deferred']) expect(guide).toContain(`| \`${delivery}\``)
  })
})

describe('the builder', () => {
  const chain = liveBuilder('host', 'gemini-3.8-live')
    .instruction('You are a helpful restaurant reservation assistant.')
    .steeringMode('context-injection')
    .phase('greeting')
    .instruction('Welcome the guest and ask how you can help.')
    .done()
    .phase('booking')
    .instruction('Help the guest find an available time slot.')
    .done()
    .initialPhase('greeting')
  const told = async (agent = chain.build()) => {
    const socket = new FakeSocket()
    const talk = startLive(agent, { connect: () => socket })
    await tick()
    socket.open()
    await tick()
    talk.stop()
    return { setup: textOf(socket.sent.slice(0, 1)), context: textOf(socket.sent.slice(1)) }
  }

  test('4.19 a builder begins with the name and the model', () => {
    expect(chain.build()).toMatchObject({ name: 'host', model: 'gemini-3.8-live' })
  })

  test('4.20 a builder takes the instruction', async () => {
    expect((await told()).setup).toContain('You are a helpful restaurant reservation assistant.')
  })

  test('4.21 a builder takes the mode', async () => {
    expect((await told()).context).toContain('Welcome the guest')
    const update = await told(chain.steeringMode('instruction-update').build())
    expect([update.setup.includes('Welcome the guest'), update.context.includes('Welcome')]).toEqual([
      true,
      false,
    ])
  })

  test('4.22 a builder takes phases, each until done', async () => {
    expect((await told(chain.initialPhase('booking').build())).context).toContain('available time slot')
  })

  test('4.23 a phase has an instruction', async () => {
    expect((await told()).context).toContain('Welcome the guest and ask how you can help.')
  })

  test('4.24 a builder takes the first phase', async () => {
    expect((await told()).context).not.toContain('available time slot')
  })

  test('4.25 a conversation connects to the API with a key', async () => {
    const addresses: string[] = []
    class Recorded extends FakeSocket {
      constructor(address: string) {
        super()
        addresses.push(address)
      }
    }
    const talk = startLive(chain.build(), {
      connect: connectGoogleAI('a key', { Socket: Recorded as never }),
    })
    await tick()
    talk.stop()
    expect(addresses[0]).toMatch(/^wss:\/\/generativelanguage\.googleapis\.com\/.*key=a%20key$/)
  })

  test("4.26 the seed's example runs", async () => {
    const socket = new FakeSocket()
    const talk = startLive(chain.build(), { connect: () => socket })
    await tick()
    socket.open()
    await tick()
    expect(JSON.stringify(socket.sent)).toMatch(/restaurant reservation[\s\S]*Welcome the guest/)
    talk.stop()
  })

  test('4.56 a builder takes the delivery', async () => {
    const frames = async (delivery: ContextDelivery) => {
      const socket = new FakeSocket()
      const agent = chain.contextDelivery(delivery).withState(['guests']).build()
      const talk = startLive(agent, { connect: () => socket })
      await tick()
      socket.open()
      await tick()
      talk.set({ guests: 7 })
      await tick()
      talk.stop()
      return textOf(socket.sent.slice(1))
    }
    expect(await frames('immediate')).toContain('guests=7')
    expect(await frames('deferred')).not.toContain('guests=7')
  })
})

describe('texts of modifiers', () => {
  const said = (state: object, ...modifiers: Parameters<typeof buildSteeringContext>[1][number][]) =>
    buildSteeringContext(state as never, modifiers)

  test('4.27 buildSteeringContext returns a list of texts', () => {
    expect(said({ a: 1 }, withState(['a']))).toEqual(['Current context: a=1'])
  })

  test('4.28 each modifier with something to say has one text, in their order', () => {
    expect(
      said(
        { a: 1 },
        withContext(() => 'b'),
        withState(['x']),
        withState(['a']),
      ),
    ).toEqual(['b', 'Current context: a=1'])
  })

  test('4.29 keys of the state are listed', () => {
    expect(said({ k: 'v', k2: 'v2' }, withState(['k', 'k2']))).toEqual(['Current context: k="v", k2="v2"'])
  })

  test('4.30 keys that are not there are omitted', () => {
    expect(said({ a: 1 }, withState(['a', 'b']))).toEqual(['Current context: a=1'])
  })

  test('4.31 keys keep their order', () => {
    expect(said({ a: 1, b: 2 }, withState(['b', 'a']))).toEqual(['Current context: b=2, a=1'])
  })

  test('4.32 nothing is said where no key is there', () => {
    expect(said({}, withState(['a']))).toEqual([])
  })

  test.each([
    ['4.33', 'derived:'],
    ['4.34', 'session:'],
    ['4.35', 'app:'],
    ['4.36', 'user:'],
  ])('%s a key loses one leading %s', (_, scope) => {
    expect(said({ [`${scope}x`]: 1 }, withState([`${scope}x`]))).toEqual(['Current context: x=1'])
    expect(said({ 'temp:x': 1 }, withState(['temp:x']))).toEqual(['Current context: temp:x=1'])
  })

  test('4.37 values are JSON', () => {
    expect(said({ mood: 'calm', score: 0.85, n: null }, withState(['mood', 'score', 'n']))).toEqual([
      'Current context: mood="calm", score=0.85, n=null',
    ])
  })

  test('4.38 a conditional says its text where its condition holds', () => {
    expect(
      said(
        { urgent: true },
        when(state => state.urgent === true, 'Now.'),
      ),
    ).toEqual(['Now.'])
  })

  test('4.39 a conditional says nothing where its condition does not hold', () => {
    expect(
      said(
        {},
        when(state => state.urgent === true, 'Now.'),
      ),
    ).toEqual([])
  })

  test('4.40 a function says its text, unless that is empty', () => {
    expect(
      said(
        { a: 1 },
        withContext(state => `a is ${String(state.a)}`),
      ),
    ).toEqual(['a is 1'])
    expect(
      said(
        {},
        withContext(() => ''),
      ),
    ).toEqual([])
  })

  test('4.41 the state is a plain object that the conversation sets and reads', async () => {
    const { talk } = await start('context-injection')
    talk.set({ guests: 2 })
    expect(talk.state).toMatchObject({ guests: 2 })
  })

  test('4.42 there are three modifiers', () => {
    const kinds = [withState(['a']), when(() => true, 'x'), withContext(() => 'y')]
    expect(said({ a: 1 }, ...kinds)).toHaveLength(3)
  })

  test('4.58 state_append_builds_context', () => {
    const parts = said({ mood: 'calm', 'app:score': 0.85 }, withState(['mood', 'app:score']))
    expect(parts).toHaveLength(1)
    expect(parts[0]).toMatch(/mood=.*score=/)
  })

  test('4.59 conditional_appends_when_true', () => {
    expect(
      said(
        { urgent: true },
        when(state => state.urgent === true, 'Handle with urgency.'),
      ),
    ).toEqual(['Handle with urgency.'])
  })

  test('4.60 conditional_skips_when_false', () => {
    expect(
      said(
        {},
        when(state => state.urgent === true, 'Handle with urgency.'),
      ),
    ).toEqual([])
  })
})

describe('delivery', () => {
  test('4.43 there are two deliveries, and the default is immediate', async () => {
    const plain = await changed('context-injection', undefined)
    expect(textOf(plain.after)).toBe(textOf((await changed('context-injection', 'immediate')).after))
    expect(() =>
      live({ name: 'h', model: 'gemini-3.8-live', instruction: 'x', contextDelivery: 'later' as never }),
    ).toThrow(/immediate.*deferred/)
  })

  test('4.44 a change of tools replaces the declared tools', async () => {
    const { after } = await changed('hybrid')
    expect(textOf(after)).toContain('find_slot')
  })

  test('4.45 a nudge is delivered, in the voice of the user', async () => {
    const { talk, turn, sent } = await start('context-injection', 'immediate', { repairAfter: 2 })
    talk.set({ wants: 'table' })
    for (let count = 0; count < 4; count++) await turn()
    const nudges = turnsOf(await sent()).filter(({ role }) => role === 'user')
    expect(nudges).toHaveLength(1)
  })

  test('4.46 modifiers are delivered', async () => {
    expect(textOf((await changed('context-injection')).after)).toContain('Note: vip')
  })

  test('4.47 instructions of phases are delivered', async () => {
    expect(textOf((await changed('context-injection')).after)).toContain('available time slot')
  })

  test('4.48 the context of a new phase is delivered in the same batch', async () => {
    const { after } = await changed('context-injection')
    const [frame] = context(after).filter(each => textOf([each]).includes('available time slot'))
    expect(JSON.stringify(frame)).toContain('The guest now books.')
  })

  test('4.49 immediate sends all turns of a completed turn in one message', async () => {
    const { after } = await changed('context-injection')
    const frames = context(after)
    expect(frames).toHaveLength(1)
    expect(frames[0]?.clientContent).toMatchObject({ turnComplete: false })
    expect(turnsOf(after).length).toBeGreaterThanOrEqual(5)
  })

  test('4.50 immediate sends before the user speaks again', async () => {
    const { during, after } = await changed('context-injection')
    expect(context(during)).toEqual([])
    expect(context(after)).toHaveLength(1)
  })

  test('4.51 deferred holds the turns back', async () => {
    const { after } = await changed('context-injection', 'deferred')
    expect(context(after)).toEqual([])
  })

  test.each([
    ['4.52', 'audio', (talk: Awaited<ReturnType<typeof start>>['talk']) => talk.sendAudio('AAAA')],
    ['4.53', 'text', (talk: Awaited<ReturnType<typeof start>>['talk']) => talk.sendText('At eight')],
    ['4.54', 'video', (talk: Awaited<ReturnType<typeof start>>['talk']) => talk.sendVideo('/9j/')],
  ])('%s deferred sends them before %s', async (_, _name, send) => {
    const { talk, sent } = await changed('context-injection', 'deferred')
    send(talk)
    const frames = await sent()
    expect(textOf(frames.slice(0, -1))).toContain('available time slot')
    expect(textOf(frames.slice(-1))).not.toContain('available time slot')
    expect(frames.length).toBeGreaterThan(1)
  })

  test('4.55 deferred sends them in one burst with what the user says, and nothing in a silence', async () => {
    const { talk, sent } = await changed('context-injection', 'deferred')
    for (let count = 0; count < 3; count++) expect(await sent()).toEqual([])
    talk.sendAudio('AAAA')
    const frames = await sent()
    expect(frames.map(kind)).toEqual(['clientContent', 'audio'])
  })
})
