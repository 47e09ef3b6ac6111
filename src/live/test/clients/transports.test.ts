// Edge cases of transports over the official clients: failures, closes, and updates that the client makes.
import { createServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { GoogleGenAI } from '@google/genai'
import { OpenAIRealtimeWebSocket as AgentsTransport } from '@openai/agents-realtime'
import OpenAI6 from 'openai'
import { OpenAIRealtimeWS as OpenAIRealtimeWS6 } from 'openai/realtime/ws'
import { OpenAIRealtimeWebSocket } from 'openai-7/realtime/websocket'
import { OpenAIRealtimeWS } from 'openai-7/realtime/ws'
import { LiveWS } from 'openai-7/resources/live/ws'
import { afterEach, describe, expect, test } from 'vitest'
import {
  geminiLive,
  gptLive,
  type LiveServer,
  openaiRealtime,
  serveLive,
} from '../../../testing/live/index.ts'
import {
  connectGenAI,
  connectOpenAI,
  connectOpenAIAgents,
  type LiveReport,
  type LiveSocket,
  live,
  type StartLiveOptions,
  startLive,
} from '../../index.ts'
import { certificate } from './certificate.ts'
import { clients, openai } from './clients.ts'
import { until } from './until.ts'

const tls = certificate()

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const served = async (...given: Parameters<typeof serveLive>): Promise<LiveServer> => {
  const server = await serveLive(...given)
  ends.push(() => server.close())
  return server
}

const started = (model: string, options: StartLiveOptions) => {
  const agent = live({
    name: 'host',
    model,
    instruction: 'Help.',
    phases: [{ name: 'one' }],
    initialPhase: 'one',
  })
  const talk = startLive(agent, options)
  const reports: LiveReport[] = []
  void (async () => {
    for await (const report of talk) reports.push(report)
  })()
  ends.push(() => talk.stop())
  return { talk, reports }
}

/** Listens to a socket as a conversation does. */
const heard = (socket: LiveSocket) => {
  const closes: { code: number; reason: string }[] = []
  const messages: unknown[] = []
  socket.onclose = (({ code, reason }: { code: number; reason: string }) =>
    closes.push({ code, reason })) as LiveSocket['onclose']
  socket.onmessage = (({ data }: { data: string }) =>
    messages.push(JSON.parse(data))) as LiveSocket['onmessage']
  return { closes, messages }
}

/** Returns a port on which no server listens. */
const closedPort = () =>
  new Promise<number>(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

const setup = JSON.stringify({ setup: { model: 'models/a' } })

describe.each(clients.map(client => [client.name, client] as const))('%s', (_, client) => {
  const skipped = client.needsTls && tls === undefined

  test.skipIf(skipped)(
    'a server that cannot be reached closes the socket once, with the reason',
    async () => {
      const port = await closedPort()
      const server = { port, url: `ws://127.0.0.1:${port}` } as LiveServer
      const socket = await client.connect(server, tls)(null)
      const { closes } = heard(socket)
      socket.send(setup)
      await until(() => closes.length > 0)
      expect(closes).toEqual([{ code: 1006, reason: expect.stringContaining('ECONNREFUSED') }])
      expect(socket.readyState).toBe(3)
      expect(() => socket.send(setup)).not.toThrow()
      socket.close()
      expect(closes).toHaveLength(1)
    },
  )

  test.skipIf(skipped)(
    'a close of the server is the close of the socket, and nothing is sent after it',
    async () => {
      const server = await served(client.fake, client.needsTls ? { tls: tls! } : {})
      const socket = await client.connect(server, tls)(null)
      const { closes } = heard(socket)
      socket.send(setup)
      await until(() => server.connections[0] !== undefined && socket.readyState === 1)
      if (client.fake === geminiLive) await until(() => server.connections[0]!.received.length > 0)
      server.act({ type: 'drop' })
      await until(() => closes.length > 0)
      const { length } = server.connections[0]!.received
      expect(() => socket.send('{"type":"response.create"}')).not.toThrow()
      expect(closes).toMatchObject([{ code: 1006 }])
      expect(server.connections[0]!.received).toHaveLength(length)
    },
  )
})

test('the code and the reason of a close reach the engine: an unknown handle begins another session', async () => {
  const server = await served(geminiLive)
  const ai = new GoogleGenAI({ apiKey: 'x', httpOptions: { baseUrl: `http://127.0.0.1:${server.port}` } })
  const socket = connectGenAI(ai)()
  const { closes, messages } = heard(socket)
  socket.send(JSON.stringify({ setup: { model: 'models/a', sessionResumption: { handle: 'gone' } } }))
  await until(() => closes.length > 0)
  expect(closes).toEqual([{ code: 1008, reason: expect.stringContaining('session not found') }])
  expect(messages).toEqual([])
})

test('frames that come before @google/genai is connected are sent in order', async () => {
  const server = await served(geminiLive)
  const ai = new GoogleGenAI({ apiKey: 'x', httpOptions: { baseUrl: `http://127.0.0.1:${server.port}` } })
  const socket = connectGenAI(ai)()
  const { messages } = heard(socket)
  socket.send(setup)
  const content = (text: string) => ({ turns: [{ role: 'user', parts: [{ text }] }], turnComplete: false })
  for (const text of ['a', 'b']) socket.send(JSON.stringify({ clientContent: content(text) }))
  await until(() => server.connections[0]?.view().context.length === 2)
  expect(server.connections[0]?.view().context.map(({ text }) => text)).toEqual(['a', 'b'])
  expect(messages).toEqual([{ setupComplete: {} }])
  socket.close()
})

test('setup fields reach the server over @google/genai; one that it would drop is named', async () => {
  const server = await served(geminiLive)
  const ai = new GoogleGenAI({ apiKey: 'x', httpOptions: { baseUrl: `http://127.0.0.1:${server.port}` } })
  const fields = {
    generationConfig: {
      responseModalities: ['AUDIO'],
      temperature: 0.5,
      thinkingConfig: { thinkingBudget: 0 },
    },
    contextWindowCompression: { triggerTokens: '1000', slidingWindow: { targetTokens: '500' } },
    realtimeInputConfig: { activityHandling: 'NO_INTERRUPTION' },
    proactivity: { proactiveAudio: true },
  }
  started('gemini-3.8-live', { connect: connectGenAI(ai), setup: fields })
  await until(() => (server.connections[0]?.received.length ?? 0) > 0)
  expect(server.connections[0]!.received[0]).toEqual({
    setup: {
      ...fields,
      model: 'models/gemini-3.8-live',
      systemInstruction: { parts: [{ text: 'Help.' }] },
      ...{ inputAudioTranscription: {}, outputAudioTranscription: {}, sessionResumption: {} },
    },
  })
  for (const [dropped, name] of [
    [{ historyConfig: { initialHistoryInClientContent: true } }, 'historyConfig'],
    [{ generationConfig: { stopSequences: ['x'] } }, 'stopSequences'],
    // The client itself refuses this field outside Vertex.
    [{ explicitVadSignal: true }, 'explicitVadSignal'],
  ] as const) {
    const socket = connectGenAI(ai)()
    const { closes } = heard(socket)
    socket.send(JSON.stringify({ setup: { model: 'models/a', ...dropped } }))
    await until(() => closes.length > 0)
    expect(closes).toEqual([{ code: 1006, reason: expect.stringContaining(name) }])
  }
  const { reports } = started('gemini-3.8-live', {
    connect: connectGenAI(ai),
    setup: { historyConfig: { initialHistoryInClientContent: true } },
  })
  await until(() =>
    reports.some(report => report.type === 'note' && report.diagnostic.message.includes('historyConfig')),
  )
})

test.skipIf(tls === undefined).each([
  [
    'the class of openai for browsers',
    (port: number) => OpenAIRealtimeWebSocket.create(openai(port), { model: 'gpt-realtime' }),
  ],
  [
    'the class of openai 6',
    (port: number) =>
      new OpenAIRealtimeWS6(
        { model: 'gpt-realtime', options: { ca: tls!.cert } },
        new OpenAI6({ apiKey: 'x', baseURL: `https://127.0.0.1:${port}/v1` }),
      ),
  ],
])('%s holds a conversation', async (_, open) => {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, tls!.cert])
  ends.push(() => setDefaultCACertificates(before))
  const server = await served(openaiRealtime, { tls: tls! })
  const { talk, reports } = started('gpt-realtime', { connect: connectOpenAI(() => open(server.port)) })
  await until(() => server.connections[0]?.view().instruction === 'Help.')
  talk.sendAudio('AAAA')
  server.act({ type: 'say', text: 'Hello', audio: 'AQID' })
  await until(() => reports.some(report => report.type === 'audio' && report.data === 'AQID'))
  await until(() => server.connections[0]!.received.some(frame => JSON.stringify(frame).includes('"AAAA"')))
  expect(server.connections[0]!.view().violations).toEqual([])
})

test('a socket that is closed before @google/genai is connected closes the session', async () => {
  const server = await served(geminiLive)
  const ai = new GoogleGenAI({ apiKey: 'x', httpOptions: { baseUrl: `http://127.0.0.1:${server.port}` } })
  const socket = connectGenAI(ai)()
  const { closes, messages } = heard(socket)
  socket.send(setup)
  socket.close()
  await until(() => server.connections[0]?.closed === true)
  expect(closes).toEqual([{ code: 1000, reason: '' }])
  expect(messages).toEqual([])
})

test('a client that throws while it sends has lost its connection, and the socket does not throw', async () => {
  const broken = () => {
    throw new Error('broken pipe')
  }
  const platform = { readyState: 1, addEventListener() {} }
  const client = { socket: platform, on() {}, send: broken, close: broken }
  const websocket = { readyState: 1 }
  const transport = {
    connectionState: { websocket },
    on() {},
    connect: async () => {},
    sendEvent: broken,
    close: broken,
  }
  for (const connect of [connectOpenAI(() => client), connectOpenAIAgents(() => transport, {} as never)]) {
    const socket = await connect(null)
    const { closes } = heard(socket)
    await until(() => socket.readyState === 1)
    expect(() => socket.send('{}')).not.toThrow()
    expect(closes).toEqual([{ code: 1006, reason: 'broken pipe' }])
    expect(socket.readyState).toBe(3)
  }
})

test('a client that cannot be made ends the conversation with its reason', async () => {
  const { reports } = started('gpt-realtime', {
    connect: connectOpenAI(() => Promise.reject(new Error('there is no key'))),
  })
  await until(() =>
    reports.some(report => report.type === 'note' && report.diagnostic.message.includes('there is no key')),
  )
})

test('a frame is not written while the WebSocket of a client is closing', async () => {
  const platform = { readyState: 1, addEventListener() {} }
  const socket = await connectOpenAI(() => ({
    socket: { platformSocket: platform },
    on() {},
    send() {},
    close() {},
  }))(null)
  expect(socket.readyState).toBe(1)
  platform.readyState = 2
  expect(socket.readyState).toBe(2)
})

test.skipIf(tls === undefined)('a client that would connect again by itself does not', async () => {
  const realtime = await served(openaiRealtime, { tls: tls! })
  const gpt = await served(gptLive, { tls: tls! })
  const reconnect = { onReconnecting: () => undefined, maxRetries: 5, initialDelay: 1, maxDelay: 1 }
  const options = { ca: tls!.cert }
  started('gpt-realtime', {
    connect: connectOpenAI(
      () => new OpenAIRealtimeWS({ model: 'gpt-realtime', options, reconnect: true }, openai(realtime.port)),
    ),
  })
  started('gpt-live-1', {
    connect: connectOpenAI(() => new LiveWS(openai(gpt.port), { ...options, reconnect })),
  })
  for (const server of [realtime, gpt]) {
    const told = () => server.connections.filter(connection => connection.view().instruction === 'Help.')
    await until(() => told().length === 1)
    server.act({ type: 'drop' })
    await until(() => told().length === 2)
    server.act({ type: 'drop' })
    await until(() => told().length === 3)
    expect(server.connections).toHaveLength(3)
  }
})

test('@openai/agents-realtime configures its session first, and our instruction stands', async () => {
  const server = await served(openaiRealtime)
  const { talk, reports } = started('gpt-realtime', {
    connect: connectOpenAIAgents(() => new AgentsTransport(), {
      ...{ apiKey: 'x', model: 'gpt-realtime', url: server.url },
      initialSessionConfig: { instructions: 'From the app.', voice: 'cedar' },
    }),
  })
  await until(() => server.connections[0]?.view().instruction === 'Help.')
  const updates = () =>
    server.connections[0]!.received.filter(
      frame => (frame as { type: string }).type === 'session.update',
    ) as { event_id?: string; session: object }[]
  await until(() => updates().length === 3)
  expect(updates().map(({ event_id = '', session }) => [event_id.slice(0, 5), Object.keys(session)])).toEqual(
    expect.arrayContaining([
      ['', expect.arrayContaining(['instructions', 'audio', 'model'])],
      ['ctxc_', ['type', 'audio', 'instructions', 'tools']],
      ['', ['type', 'tracing']],
    ]),
  )
  // The transport's settings are kept. Its own updates do not count as confirmations of our updates.
  talk.sendText('Hello')
  await until(() => server.connections[0]!.view().answering)
  server.act({ type: 'say', text: 'Hello' })
  server.act({ type: 'turn-complete' })
  await until(() => reports.some(report => report.type === 'said' && report.by === 'model'))
  expect(server.connections[0]!.view()).toMatchObject({ instruction: 'Help.', violations: [] })
})

test.each<[string, object, object | null | undefined, number]>([
  ['is switched on by default', {}, { model: 'gpt-4o-mini-transcribe' }, 0],
  [
    'of initialSessionConfig is kept',
    { audio: { input: { transcription: { model: 'whisper-1' } } } },
    { model: 'whisper-1' },
    0,
  ],
  [
    'that initialSessionConfig has off stays off, and is reported',
    { audio: { input: { transcription: null } } },
    undefined,
    1,
  ],
])('@openai/agents-realtime: transcription %s', async (_, initialSessionConfig, expected, told) => {
  const server = await served(openaiRealtime)
  const { reports } = started('gpt-realtime', {
    connect: connectOpenAIAgents(() => new AgentsTransport(), {
      ...{ apiKey: 'x', model: 'gpt-realtime', url: server.url },
      initialSessionConfig,
    }),
  })
  await until(() => server.connections[0]?.view().instruction === 'Help.')
  const [ours] = server.connections[0]!.received.filter(frame =>
    String((frame as { event_id?: string }).event_id).startsWith('ctxc_'),
  ) as { session: { audio?: { input?: { transcription?: object | null } } } }[]
  expect(ours?.session.audio?.input?.transcription).toEqual(expected)
  const notes = reports.filter(report => report.type === 'note' && report.diagnostic.code === 'CX8014')
  expect(notes).toHaveLength(told)
})
