// Audio and pictures on fake sockets: slow lines, interruptions, and pieces that a resumed session lacks.
import { describe, expect, test } from 'vitest'
import { begin, type FakeSocket, tick, until } from './fake-socket.ts'

/** Cuts a connection whose handle includes the first message, and opens the connection that resumes the session. */
const resume = async (socket: FakeSocket, sockets: readonly FakeSocket[]) => {
  socket.receive({
    sessionResumptionUpdate: { newHandle: 'h1', resumable: true, lastConsumedClientMessageIndex: '1' },
  })
  socket.readyState = 3
  socket.onclose?.({ code: 1006, reason: 'cut' } as never)
  await until(() => expect(sockets).toHaveLength(2))
  sockets[1]!.open()
}

describe('audio', () => {
  test('84: on a slow line steering goes before audio that waits, and nothing of it is dropped', async () => {
    const { talk, socket } = await begin({
      steeringMode: 'context-injection',
      modifiers: [{ kind: 'state', keys: ['k'] }],
    })
    socket.bufferedAmount = 1_000_000
    talk.sendAudio('AAAA')
    talk.set({ k: 1 })
    expect(socket.kinds()).toEqual(['setup', 'clientContent'])
    socket.bufferedAmount = 0
    await until(() => expect(socket.kinds()).toEqual(['setup', 'clientContent', 'audio']))
  })

  test('pictures go where the protocol takes them, and are reported where not', async () => {
    const { talk, socket } = await begin()
    talk.sendVideo('AAAA')
    expect(socket.kinds()).toEqual(['setup', 'video'])
    const other = await begin({ model: 'gpt-live-1' })
    other.socket.receive({ type: 'session.started', session: {} })
    other.talk.sendVideo('AAAA')
    await until(() => expect(JSON.stringify(other.reports)).toContain('CX8014'))
  })

  test('91: audio that the handle does not hold is sent again to the resumed session', async () => {
    const { talk, socket, sockets } = await begin({}, { profile: 'gemini-3.8-live-vertex' })
    for (const data of ['AAAA', 'BBBB', 'CCCC']) talk.sendAudio(data)
    await resume(socket, sockets)
    const audio = sockets[1]!.sent.flatMap(
      frame => (frame as { realtimeInput?: { audio: { data: string } } }).realtimeInput ?? [],
    )
    expect(audio.map(each => each.audio.data)).toEqual(['BBBB', 'CCCC'])
  })

  test('an interruption by the app stops the audio, and says so', async () => {
    const { talk, socket, reports } = await begin()
    socket.receive({ serverContent: { outputTranscription: { text: 'Once upon' } } })
    talk.interrupt()
    await until(() => expect(reports.map(({ type }) => type)).toContain('interrupted'))
  })
})

test('audio of an answer that the app stopped is not reported', async () => {
  const { talk, socket, reports } = await begin()
  const audio = (data: string) => ({ serverContent: { modelTurn: { parts: [{ inlineData: { data } }] } } })
  socket.receive(audio('ONE'))
  talk.interrupt()
  socket.receive(audio('TWO'))
  await tick()
  expect(reports.flatMap(r => (r.type === 'audio' ? [r.data] : []))).toEqual(['ONE'])
})

test('audio that waits for a slow line is not counted as sent', async () => {
  const { talk, socket, sockets } = await begin({}, { profile: 'gemini-3.8-live-vertex' })
  socket.bufferedAmount = 1_000_000
  talk.sendAudio('AAAA')
  await new Promise(resolve => setTimeout(resolve, 120))
  socket.bufferedAmount = 0
  await until(() => expect(socket.kinds()).toEqual(['setup', 'audio']))
  await resume(socket, sockets)
  expect(sockets[1]!.kinds()).toEqual(['setup'])
})
