// Connections of a conversation on fake sockets: two at a time, late ones, and closed ones.
import { describe, expect, test, vi } from 'vitest'
import { live, startLive } from '../../index.ts'
import { begin, FakeSocket, tick, until } from './fake-socket.ts'

describe('two connections', () => {
  test('97: while the conversation moves, the earlier connection says nothing more', async () => {
    const { socket, sockets, reports } = await begin()
    const audio = (data: string) => ({ serverContent: { modelTurn: { parts: [{ inlineData: { data } }] } } })
    socket.receive({ sessionResumptionUpdate: { newHandle: 'h1', resumable: true } })
    socket.receive({ goAway: { timeLeft: '10s' } })
    await until(() => expect(sockets).toHaveLength(2))
    socket.receive(audio('OLD'))
    sockets[1]!.open()
    expect(socket.isClosed).toBe(true)
    socket.receive(audio('OLD'))
    sockets[1]!.receive(audio('NEW'))
    await tick()
    expect(reports.flatMap(report => (report.type === 'audio' ? [report.data] : []))).toEqual(['NEW'])
  })

  test('the address may hold the handle of the session to resume', async () => {
    const handles: (string | null)[] = []
    const socket = new FakeSocket()
    const agent = live({ name: 'host', model: 'gpt-live-1', instruction: 'Help.' })
    const talk = startLive(agent, {
      setup: { store: true },
      connect: handle => {
        handles.push(handle)
        return socket
      },
    })
    await until(() => expect(handles).toEqual([null]))
    socket.open()
    socket.receive({ type: 'session.started', session: { id: 'sess_1' } })
    socket.onclose?.({ code: 1006, reason: 'cut' } as never)
    await until(() => expect(handles).toEqual([null, 'sess_1']))
    talk.stop()
  })
})

test('a protocol that says that it ends, and then its socket, is one loss', async () => {
  const { socket, sockets, talk } = await begin({ model: 'gpt-live-1' })
  socket.receive({ type: 'session.started', session: {} })
  socket.receive({ type: 'session.closed', reason: 'expired' })
  socket.onclose?.({ code: 1000, reason: 'expired' } as never)
  expect(talk.engine.attempts).toBe(1)
  await until(() => expect(sockets).toHaveLength(2))
})

test('a text is not written to the connection that the conversation has left', async () => {
  const sockets: FakeSocket[] = []
  const agent = live({ name: 'host', model: 'gemini-3.8-live', instruction: 'Help.' })
  const talk = startLive(agent, {
    connect: async () => {
      await new Promise(resolve => setTimeout(resolve, 30))
      const socket = new FakeSocket()
      sockets.push(socket)
      return socket
    },
  })
  await until(() => expect(sockets).toHaveLength(1))
  sockets[0]!.open()
  const [first] = sockets
  first!.receive({ sessionResumptionUpdate: { newHandle: 'h1', resumable: true } })
  first!.receive({ goAway: { timeLeft: '10s' } })
  await tick()
  talk.sendText('A table, please.')
  await until(() => expect(sockets).toHaveLength(2))
  sockets[1]!.open()
  await new Promise(resolve => setTimeout(resolve, 300))
  expect(JSON.stringify(sockets[1]!.sent)).toContain('A table, please.')
})

test('every socket is closed in the end', async () => {
  const { talk, sockets, socket } = await begin()
  socket.receive({ sessionResumptionUpdate: { newHandle: 'h1', resumable: true } })
  socket.receive({ goAway: { timeLeft: '10s' } })
  await until(() => expect(sockets).toHaveLength(2))
  sockets[1]!.readyState = 3
  sockets[1]!.onclose?.({ code: 1006, reason: 'no' } as never)
  await until(() => expect(sockets).toHaveLength(3))
  sockets[2]!.open()
  talk.stop()
  expect(sockets[0]!.isClosed).toBe(true)
})

test('a late setupComplete leaves no connection without a setup', async () => {
  vi.useFakeTimers()
  try {
    const sockets: FakeSocket[] = []
    const agent = live({ name: 'host', model: 'gemini-3.8-live', instruction: 'Help.' })
    const talk = startLive(agent, {
      connect: () => {
        const s = new FakeSocket()
        sockets.push(s)
        return s
      },
    })
    await vi.advanceTimersByTimeAsync(1)
    sockets[0]!.readyState = 1
    sockets[0]!.onopen?.({} as never)
    await vi.advanceTimersByTimeAsync(15_050)
    sockets[0]!.receive({ setupComplete: {} })
    await vi.advanceTimersByTimeAsync(400)
    expect(sockets).toHaveLength(2)
    sockets[1]!.readyState = 1
    sockets[1]!.onopen?.({} as never)
    expect(sockets[1]!.kinds()).toContain('setup')
    talk.stop()
  } finally {
    vi.useRealTimers()
  }
})
