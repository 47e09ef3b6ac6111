// Whole conversations over real sockets, with strict fakes on loopback.
import { afterEach, expect, test } from 'vitest'
import { compile, createSession, tool } from '../../../index.ts'
import type { LiveFake } from '../../../testing/live/fake.ts'
import {
  geminiLive,
  gptLive,
  type LiveServer,
  openaiRealtime,
  serveLive,
} from '../../../testing/live/index.ts'
import {
  connectGoogleAI,
  type LiveRecord,
  type LiveReport,
  live,
  liveBuilder,
  profiles,
  replayLive,
  startLive,
  withState,
} from '../../index.ts'

let server: LiveServer | undefined
let stop: (() => void) | undefined
afterEach(async () => {
  stop?.()
  await server?.close()
})

const settled = (check: () => boolean) =>
  new Promise<void>((resolve, reject) => {
    const end = Date.now() + 30_000
    const look = () =>
      check() ? resolve() : Date.now() > end ? reject(new Error('it never came')) : setTimeout(look, 5)
    look()
  })

const parameters = { type: 'object', properties: { time: { type: 'string' } } }
const find = tool({
  name: 'find_slot',
  parameters,
  execute: (_, context) => {
    ;(context as { state: { set(key: string, value: string): void } }).state.set('slot', 'eight')
    return 'A table is free at eight.'
  },
})

const host = (
  model: string,
  steeringMode: 'hybrid' | 'context-injection' | 'instruction-update' = 'context-injection',
) =>
  live({
    ...{
      name: 'host',
      model,
      steeringMode,
      instruction: 'You are a helpful restaurant reservation assistant.',
    },
    tools: [find],
    modifiers: [withState(['guests', 'slot', 'late'])],
    phases: [
      {
        ...{ name: 'greeting', instruction: 'Welcome the guest and ask how you can help.' },
        transitions: [{ to: 'booking', when: state => state.guests !== undefined }],
      },
      {
        ...{ name: 'booking', instruction: 'Help the guest find an available time slot.' },
        transitions: [{ to: 'goodbye', when: state => state.slot !== undefined }],
      },
      { name: 'goodbye', instruction: 'Confirm the table and say goodbye.', terminal: true },
    ],
    initialPhase: 'greeting',
  })

async function started(fake: unknown, model: string, mode?: 'hybrid' | 'instruction-update') {
  const own = await serveLive(fake as LiveFake<never>, {})
  server = own
  const agent = host(model, mode)
  const reports: LiveReport[] = []
  const records: LiveRecord[] = []
  const talk = startLive(agent, {
    connect: () => new WebSocket(own.url) as never,
    state: { late: true },
    record: line => records.push(line),
  })
  stop = () => talk.stop()
  const read = (async () => {
    for await (const report of talk) reports.push(report)
  })()
  const view = () => own.connections.at(-1)?.view()
  const held = () =>
    [view()?.instruction ?? '', ...(view()?.context ?? []).map(({ text }) => text)].join('\n')
  return { agent, own, talk, reports, records, read, held, view }
}

test.each([
  ['gemini-3.8-live', geminiLive],
  ['gpt-realtime', openaiRealtime],
  ['gpt-live-1', gptLive],
])(
  '113: %s: greeting, booking, a tool and goodbye, and the record gives the same messages again',
  async (model, fake) => {
    const { agent, own, talk, reports, records, read, held, view } = await started(fake, model)
    await settled(() => own.connections.length === 1 && own.connections[0]?.received.length !== 0)
    talk.sendAudio('AAAA')
    await settled(() => held().includes('Welcome the guest'))
    own.act({ type: 'say', text: 'Welcome! How can I help?' })
    own.act({ type: 'turn-complete' })
    await settled(() => reports.some(report => report.type === 'audio'))
    talk.set({ guests: 4 })
    await settled(() => held().includes('available time slot') && held().includes('guests=4'))
    expect(talk.phase).toBe('booking')
    if (model !== 'gpt-live-1') {
      own.act({ type: 'call', id: 'c1', name: 'find_slot', args: { time: '20:00' } })
      if (model === 'gpt-realtime') own.act({ type: 'turn-complete' })
      await settled(() => view()?.openCalls.length === 0 && talk.phase === 'goodbye')
      await settled(() => held().includes('say goodbye'))
      expect(held()).toContain('A table is free at eight.')
    }
    expect(own.connections.flatMap(connection => connection.view().violations)).toEqual([])
    talk.stop()
    await read
    expect(reports.flatMap(report => (report.type === 'phase' ? [report.to] : []))).toEqual(
      model === 'gpt-live-1' ? ['greeting', 'booking'] : ['greeting', 'booking', 'goodbye'],
    )
    expect(reports.at(-1)).toMatchObject({ type: 'ended' })
    // The session contains everything that was said and done, and another model could continue it.
    const { request, diagnostics } = await compile(
      agent,
      talk.session.append({ author: 'user', text: 'Thanks' }),
      {
        ...{ target: 'openai', model: 'gpt-5.4' },
      },
    )
    expect(diagnostics.filter(({ level }) => level === 'error')).toEqual([])
    const text = JSON.stringify(request)
    expect(text).toContain('Welcome! How can I help?')
    expect(text).toContain(model === 'gpt-live-1' ? 'available time slot' : 'A table is free at eight.')
    // Replaying the record gives equal messages (113).
    const sent = [...replayLive(agent, profiles[model], records)].flatMap(({ effects }) =>
      effects.flatMap(effect => (effect.type === 'send' ? [effect.message] : [])),
    )
    expect(sent).toEqual(reports.flatMap(report => (report.type === 'sent' ? [report.message] : [])))
  },
)

test('a connection that is cut is resumed by its handle, and told the phase of now', async () => {
  const { own, talk, held } = await started(geminiLive, 'gemini-3.8-live')
  await settled(() => held().includes('Welcome the guest'))
  own.act({ type: 'say', text: 'Welcome!' })
  own.act({ type: 'turn-complete' })
  own.act({ type: 'handle', resumable: true })
  own.act({ type: 'drop' })
  talk.set({ guests: 2 })
  await settled(() => own.connections.length === 2 && held().includes('available time slot'))
  const setup = own.connections[1]?.received[0] as { setup: { sessionResumption: object } }
  expect(setup.setup.sessionResumption).toEqual({ handle: 'handle-1-1' })
  expect(own.connections.flatMap(connection => connection.view().violations)).toEqual([])
})

test('a server that goes away is left at a quiet moment', async () => {
  const { own, held } = await started(geminiLive, 'gemini-3.8-live')
  await settled(() => held().includes('Welcome the guest'))
  own.act({ type: 'handle', resumable: true })
  own.act({ type: 'say', text: 'I am still speaking' })
  own.act({ type: 'go-away', timeLeft: 60_000 })
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(own.connections).toHaveLength(1)
  own.act({ type: 'turn-complete' })
  await settled(() => own.connections.length === 2 && held().includes('Welcome the guest'))
  await settled(() => own.connections[0]?.closed === true)
})

test('a model that takes no update in the middle is told by context', async () => {
  const own = await serveLive(geminiLive as never, { contextUpdate: 'refuse' })
  server = own
  const talk = startLive(host('gemini-3.8-live', 'hybrid'), {
    connect: () => new WebSocket(own.url) as never,
  })
  stop = () => talk.stop()
  const notes: string[] = []
  void (async () => {
    for await (const report of talk) if (report.type === 'note') notes.push(report.diagnostic.code)
  })()
  await settled(() => own.connections.at(-1)?.view().instruction?.includes('Welcome the guest') === true)
  talk.set({ guests: 2 })
  // The refusal closes the connection. The setup of the next connection contains the phase.
  await settled(
    () =>
      own.connections.length > 1 &&
      own.connections.at(-1)?.view().instruction?.includes('time slot') === true,
  )
  expect(notes).toContain('CX8004')
})

test('a live agent is an agent: compile shows the phase as another model would get it', async () => {
  const agent = host('gemini-3.8-live')
  const session = createSession({
    state: { guests: 4, 'session:phase': 'booking' },
    events: [{ author: 'user', text: 'At eight?' }],
  })
  const { request } = await compile(agent, session, { target: 'gemini', model: 'gemini-3.8-flash' })
  const text = JSON.stringify(request)
  expect(text).toContain('available time slot')
  expect(text).toContain('guests=4')
  expect(text).not.toContain('Welcome the guest')
})

test("the seed's builder chain is the same agent, and its first phase is told (L1)", async () => {
  const own = await serveLive(geminiLive, {})
  server = own
  const chain = liveBuilder('host', 'gemini-3.8-live')
    .instruction('You are a helpful restaurant reservation assistant.')
    .steeringMode('context-injection')
    .contextDelivery('immediate')
    .withState(['guests'])
    .phase('greeting')
    .instruction('Welcome the guest and ask how you can help.')
    .transition('booking', state => state.guests !== undefined)
    .when(state => state.late === true, 'Apologise.')
    .done()
  // A chain does not change when another chain is made from it.
  chain.phase('other').done()
  const agent = chain
    .phase('booking')
    .instruction('Help the guest find an available time slot.')
    .terminal()
    .done()
    .initialPhase('greeting')
    .build()
  const talk = startLive(agent, { connect: connectGoogleAI('a key', { url: own.url }) })
  stop = () => talk.stop()
  const held = () =>
    own.connections
      .at(-1)
      ?.view()
      .context.map(({ text }) => text)
      .join('\n') ?? ''
  await settled(() => held().includes('Welcome the guest'))
  expect(own.connections[0]?.path).toContain('key=a%20key')
  talk.set({ guests: 2 })
  await settled(() => held().includes('available time slot'))
  expect(talk.session.state).toMatchObject({ guests: 2, 'session:phase': 'booking' })
})

test('13, 14, 17 and 18: declarations that cannot be are refused with their place', () => {
  const name = 'host'
  const model = 'gpt-realtime'
  const phase = { name: 'one' }
  for (const [wrong, message] of [
    [{ phases: [phase] }, /no initialPhase: name one of one/],
    [{ phases: [phase], initialPhase: 'two' }, /initialPhase 'two', but no phase with that name/],
    [{ phases: [phase, phase], initialPhase: 'one' }, /two phases 'one'/],
    [
      { phases: [{ ...phase, transitions: [{ to: 'x', when: () => true }] }], initialPhase: 'one' },
      /from 'one' to 'x'/,
    ],
    [{ phases: [{ ...phase, tools: ['y'] }], initialPhase: 'one' }, /tool 'y'/],
    [{ background: ['z'] }, /'z'/],
    [{ steeringMode: 'contextinjection' }, /context-injection/],
    [{ modifiers: [5] }, /withState, when or withContext/],
    [{ contextDelievery: 'deferred' }, /contextDelivery/],
  ] as const)
    expect(() => live({ name, model, ...wrong } as never)).toThrow(message)
  expect(() => startLive({ name: 'x' } as never, { connect: () => null as never })).toThrow(
    /declared by live/,
  )
  expect(() => startLive(live({ name, model: 'other' }), { connect: () => null as never })).toThrow(/profile/)
})
