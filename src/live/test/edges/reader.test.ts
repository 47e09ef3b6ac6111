// Problems that a reader of the docs found: mistakes of an app, and times without a connection.
import { expect, test, vi } from 'vitest'
import {
  drive,
  geminiLive,
  gptLive,
  type LiveServer,
  openaiRealtime,
  serveLive,
} from '../../../testing/live/index.ts'
import { type LiveReport, live, startLive, tool } from '../../index.ts'

const wait = (ms: number) => new Promise(r => setTimeout(r, ms))
const kinds = [
  [geminiLive, 'gemini-3.8-live'],
  [openaiRealtime, 'gpt-realtime'],
  [gptLive, 'gpt-live-1'],
] as const
const phased = (model: string) =>
  live({
    name: 'h',
    model,
    instruction: 'I',
    steeringMode: 'context-injection',
    phases: [{ name: 'a', instruction: 'PHASE-A' }],
    initialPhase: 'a',
  })
const idle = () =>
  ({
    readyState: 0,
    send() {},
    close() {},
    onopen: null,
    onmessage: null,
    onclose: null,
    onerror: null,
  }) as never

test('an argument that is no text does not wedge the conversation', async () => {
  const talk = startLive(live({ name: 'h', model: 'gpt-realtime' }), { connect: idle })
  const loop = (async () => {
    for await (const _ of talk);
    return 'ended'
  })()
  await wait(5)
  expect(() => talk.sendText(undefined as never)).toThrow(TypeError)
  talk.set({ a: 1 })
  talk.stop()
  expect.soft(talk.state).toEqual({ a: 1 })
  expect(await Promise.race([loop, wait(100)])).toBe('ended')
})
test('onEnterContext that returns no text', async () => {
  const fake = drive(geminiLive)
  const socket: any = {
    readyState: 0,
    send: (d: string) => {
      fake.receive(JSON.parse(d))
    },
    close() {},
    onopen: null,
    onmessage: null,
    onclose: null,
    onerror: null,
  }
  const talk = startLive(
    live({
      name: 'h',
      model: 'gemini-3.8-live',
      instruction: 'I',
      phases: [{ name: 'p', onEnterContext: (() => 7) as never }],
      initialPhase: 'p',
    }),
    { connect: () => socket },
  )
  const loop = (async () => {
    for await (const _ of talk);
    return 'ended'
  })()
  await wait(5)
  socket.readyState = 1
  socket.onopen({})
  await wait(5)
  expect.soft(() => socket.onmessage({ data: '{"setupComplete":{}}' })).not.toThrow()
  await wait(20)
  talk.stop()
  expect(await Promise.race([loop, wait(100)])).toBe('ended')
})
test('a socket that throws in close', async () => {
  const talk = startLive(live({ name: 'h', model: 'gpt-realtime' }), {
    connect: () =>
      ({
        ...(idle() as object),
        close() {
          throw new Error('close')
        },
      }) as never,
  })
  const loop = (async () => {
    for await (const _ of talk);
    return 'ended'
  })()
  await wait(5)
  expect.soft(() => talk.stop()).not.toThrow()
  expect(await Promise.race([loop, wait(100)])).toBe('ended')
})
test('two readers', async () => {
  const talk = startLive(live({ name: 'h', model: 'gpt-realtime' }), { connect: idle })
  const read = async () => {
    let n = 0
    for await (const _ of talk) n++
    return n
  }
  const one = read(),
    two = read()
  await wait(5)
  talk.set({ a: 1 })
  await wait(5)
  talk.stop()
  expect(await Promise.race([Promise.all([one, two]), wait(100)])).toBeDefined()
})
test('record may be async', async () => {
  let rejected = 0
  const on = () => {
    rejected++
  }
  process.on('unhandledRejection', on)
  const talk = startLive(live({ name: 'h', model: 'gpt-realtime' }), {
    connect: idle,
    record: (async () => {
      throw new Error('disk full')
    }) as never,
  })
  await wait(20)
  talk.stop()
  process.off('unhandledRejection', on)
  expect(rejected).toBe(0)
})
test('a session as JSON', () => {
  const talk = startLive(live({ name: 'h', model: 'gpt-realtime' }), { connect: idle })
  talk.set({ a: 1 })
  talk.stop()
  const session = JSON.parse(JSON.stringify(talk.session))
  expect(() => startLive(live({ name: 'h', model: 'gpt-realtime' }), { connect: idle, session })).toThrow(
    'read stored JSON with restoreSession',
  )
})
test('functions that throw or are async are noted', async () => {
  const talk = startLive(
    live({
      name: 'h',
      model: 'gpt-realtime',
      instruction: () => {
        throw new Error('x')
      },
      phases: [{ name: 'a', transitions: [{ to: 'b', when: (async () => true) as never }] }, { name: 'b' }],
      initialPhase: 'a',
    }),
    { connect: idle },
  )
  const got: string[] = []
  const loop = (async () => {
    for await (const r of talk) if (r.type === 'note') got.push(r.diagnostic.message)
  })()
  await wait(5)
  talk.set({ a: 1 })
  talk.stop()
  await loop
  expect(got.length).toBeGreaterThanOrEqual(2)
})
test('openai: a typed text while the user speaks', async () => {
  const server = await serveLive(openaiRealtime)
  const talk = startLive(live({ name: 'h', model: 'gpt-realtime', instruction: 'I' }), {
    connect: () => new WebSocket(server.url),
  })
  await wait(150)
  server.act({ type: 'user-speech-start' })
  await wait(20)
  talk.sendText('typed')
  await wait(20)
  server.act({ type: 'user-speech-stop', transcript: 'spoken' })
  await wait(100)
  const { violations } = server.connections[0]!.view()
  talk.stop()
  await server.close()
  expect(violations).toEqual([])
})
test('an answer that the connection took away is asked for again', async () => {
  const server = await serveLive(openaiRealtime)
  const talk = startLive(live({ name: 'h', model: 'gpt-realtime', instruction: 'I' }), {
    connect: () => new WebSocket(server.url),
  })
  await wait(150)
  talk.sendText('What time is it?')
  await wait(50)
  server.act({ type: 'drop' })
  await wait(2000)
  const { answering } = server.connections.at(-1)!.view()
  talk.stop()
  await server.close()
  expect(answering).toBe(true)
})

const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 5 })
const held = (server: LiveServer) =>
  server.connections
    .at(-1)
    ?.view()
    .context.map(({ text }) => text)
    .join('\n')

test.each(kinds)('a text before the connection is open is told and answered %#', async (fake, model) => {
  const server = await serveLive(fake as never)
  const talk = startLive(phased(model), { connect: () => new WebSocket(server.url) })
  talk.sendText('Hello')
  await until(() => expect(server.connections).toHaveLength(1))
  talk.sendAudio('AAAA')
  await until(() => expect(held(server)).toContain('Hello'))
  await until(() => expect(held(server)).toContain('PHASE-A'))
  expect(server.connections[0]!.view().violations).toEqual([])
  talk.stop()
  await server.close()
})

test.each(kinds)(
  'texts during an outage are told with the steering by the next connection %#',
  async (fake, model) => {
    const server = await serveLive(fake as never)
    const talk = startLive(phased(model), { connect: () => new WebSocket(server.url) })
    await until(() => expect(talk.engine.status).toBe('open'))
    server.act({ type: 'drop' })
    await until(() => expect(talk.engine.status).toBe('connecting'))
    for (let count = 0; count < 8; count++) talk.sendText(`q${count}`)
    await until(() => expect(server.connections).toHaveLength(2))
    talk.sendAudio('AAAA')
    await until(() => expect(held(server)).toContain('q7'))
    expect(held(server)).toContain('PHASE-A')
    expect(talk.engine.failures).toBe(0)
    talk.stop()
    await server.close()
  },
)

test('a cancelled call is reported as one that failed', async () => {
  const server = await serveLive(geminiLive)
  const book = tool({ name: 'book', parameters: { type: 'object' }, execute: () => new Promise(() => {}) })
  const talk = startLive(live({ name: 'h', model: 'gemini-3.8-live', tools: [book] }), {
    connect: () => new WebSocket(server.url),
  })
  const got: LiveReport[] = []
  const loop = (async () => {
    for await (const report of talk) got.push(report)
  })()
  await until(() => expect(talk.engine.status).toBe('open'))
  server.act({ type: 'call', id: 'c', name: 'book', args: {} })
  await until(() => expect(got.some(({ type }) => type === 'called')).toBe(true))
  server.act({ type: 'cancel-calls', ids: ['c'] })
  await until(() => expect(got.filter(({ type }) => type === 'answered')).toMatchObject([{ isError: true }]))
  talk.stop()
  await loop
  await server.close()
})

test('an answer that was under way when the connection ended is asked for again', async () => {
  const server = await serveLive(openaiRealtime)
  const talk = startLive(phased('gpt-realtime'), { connect: () => new WebSocket(server.url) })
  await until(() => expect(talk.engine.status).toBe('open'))
  talk.sendText('What time is it?')
  await until(() => expect(server.connections[0]!.view().answering).toBe(true))
  server.act({ type: 'drop' })
  await until(() => expect(server.connections.at(-1)!.view().answering).toBe(true))
  expect(server.connections).toHaveLength(2)
  talk.stop()
  await server.close()
})

test('a text that is typed while the user speaks asks for no second answer', async () => {
  const server = await serveLive(openaiRealtime)
  const talk = startLive(phased('gpt-realtime'), { connect: () => new WebSocket(server.url) })
  await until(() => expect(talk.engine.status).toBe('open'))
  server.act({ type: 'user-speech-start' })
  await until(() => expect(talk.engine.isSpeaking).toBe(true))
  talk.sendText('typed')
  await until(() => expect(held(server)).toContain('typed'))
  server.act({ type: 'user-speech-stop', transcript: 'spoken' })
  await until(() => expect(talk.engine.isAnswering && !talk.engine.isExpecting).toBe(true))
  expect(server.connections[0]!.view().violations).toEqual([])
  talk.stop()
  await server.close()
})
