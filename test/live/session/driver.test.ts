// The driver on sockets that a test holds in its hand: tools, audio, two connections at a time.
import { describe, expect, test, vi } from 'vitest'
import { tool } from '../../../src/index.ts'
import {
  type LiveReport,
  type LiveToolContext,
  live,
  type StartLiveOptions,
  startLive,
} from '../../../src/live/index.ts'

class FakeSocket {
  onopen: ((event: never) => void) | null = null
  onmessage: ((event: never) => void) | null = null
  onclose: ((event: never) => void) | null = null
  onerror: ((event: never) => void) | null = null
  readyState = 0
  bufferedAmount = 0
  readonly sent: Record<string, never>[] = []
  isClosed = false

  send(data: string): void {
    this.sent.push(JSON.parse(data))
  }
  close(): void {
    this.isClosed = true
    this.readyState = 3
  }
  open(): void {
    this.readyState = 1
    this.onopen?.({} as never)
    this.receive({ setupComplete: {} })
  }
  receive(frame: object): void {
    this.onmessage?.({ data: JSON.stringify(frame) } as never)
  }
  kinds(): (string | undefined)[] {
    return this.sent.map(frame => Object.keys(frame.realtimeInput ?? frame)[0])
  }
}

const tick = () => new Promise(resolve => setTimeout(resolve, 0))
const until = (check: () => void) => vi.waitFor(check, { timeout: 10_000 })

const begin = async (
  declared: Partial<Parameters<typeof live>[0]> = {},
  options: Partial<StartLiveOptions> = {},
) => {
  const sockets: FakeSocket[] = []
  const agent = live({ name: 'host', model: 'gemini-3.8-live', instruction: 'Help.', ...declared })
  const talk = startLive(agent, {
    connect: () => {
      const socket = new FakeSocket()
      sockets.push(socket)
      return socket
    },
    ...options,
  })
  const reports: LiveReport[] = []
  void (async () => {
    for await (const report of talk) reports.push(report)
  })()
  await until(() => expect(sockets).toHaveLength(1))
  sockets[0]!.open()
  return { talk, sockets, reports, socket: sockets[0]! }
}

const call = (name: string, id = 'c1', args = {}) => ({ toolCall: { functionCalls: [{ id, name, args }] } })
const answers = (socket: FakeSocket) =>
  socket.sent.flatMap(frame => {
    const { toolResponse } = frame as { toolResponse?: { functionResponses: { response: object }[] } }
    return (toolResponse?.functionResponses ?? []).map(({ response }) => response)
  })

describe('tools', () => {
  const pay = (more: object = {}) =>
    tool({ name: 'pay', parameters: { type: 'object' }, execute: () => 'paid', ...more })

  test('a call that needs approval does not run unless somebody approves it', async () => {
    const execute = vi.fn(() => 'paid')
    const tools = [pay({ needsApproval: true, execute })]
    const refused = await begin({ tools })
    refused.socket.receive(call('pay'))
    await until(() =>
      expect(answers(refused.socket)).toEqual([{ output: { error: 'the call was not approved' } }]),
    )
    expect(execute).not.toHaveBeenCalled()
    const approve = vi.fn(async () => true)
    const approved = await begin({ tools }, { approve })
    approved.socket.receive(call('pay', 'c2', { sum: 5 }))
    await until(() => expect(answers(approved.socket)).toEqual([{ output: 'paid' }]))
    expect(approve).toHaveBeenCalledWith(expect.objectContaining({ tool: 'pay', input: { sum: 5 } }))
  })

  test('plugins and the callbacks of the agent stand before and after a tool, as in a runner', async () => {
    const seen: string[] = []
    const plugin = {
      beforeTool: ({ tool }: { tool: string }) => (tool === 'free' ? 'nothing to pay' : undefined),
      afterTool: (_: object, result: unknown) => {
        seen.push(String(result))
        return `${result}, thank you`
      },
      onToolError: () => 'the till is closed',
    }
    const broken = pay({
      name: 'broken',
      execute: () => {
        throw new Error('no')
      },
    })
    const { socket, talk } = await begin(
      { tools: [pay(), pay({ name: 'free' }), broken] },
      { plugins: [plugin] },
    )
    for (const [index, name] of ['pay', 'free', 'broken'].entries()) socket.receive(call(name, `c${index}`))
    await until(() => expect(answers(socket)).toHaveLength(3))
    expect(answers(socket)).toEqual(
      expect.arrayContaining([
        { output: 'paid, thank you' },
        { output: 'nothing to pay' },
        { output: 'the till is closed' },
      ]),
    )
    expect(seen).toEqual(['paid'])
    expect(talk.session.events.filter(({ author }) => author === 'tool')).toHaveLength(3)
  })

  test('results of outsiders have their trust in the session, and errors are errors', async () => {
    const { socket, talk } = await begin({ tools: [pay({ external: true })] })
    socket.receive(call('pay'))
    socket.receive(call('unknown', 'c2'))
    await until(() => expect(answers(socket)).toHaveLength(2))
    const results = talk.session.events.filter(({ author }) => author === 'tool')
    expect(results.map(({ trust }) => trust)).toContain('external')
    expect(JSON.stringify(results)).toContain('"isError":true')
  })

  test('a tool in the background reports its progress, sees the whole context, and ends when its time is over', async () => {
    let context!: LiveToolContext
    const slow = pay({
      timeoutMs: 1_000,
      execute: (_: object, given: LiveToolContext) => {
        context = given
        return new Promise(() => {})
      },
    })
    const { socket } = await begin({ tools: [slow], background: ['pay'] })
    socket.receive(call('pay'))
    await until(() => expect(context).toBeDefined())
    context.progress('half')
    expect(answers(socket)).toEqual([{ output: 'half' }])
    expect(context).toMatchObject({ key: 'host/host/c1', agent: 'host', artifacts: {}, handles: null })
    await until(() => expect(context.signal.aborted).toBe(true))
    expect(answers(socket)).toHaveLength(2)
  })
})

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
    socket.receive({
      sessionResumptionUpdate: { newHandle: 'h1', resumable: true, lastConsumedClientMessageIndex: '1' },
    })
    socket.readyState = 3
    socket.onclose?.({ code: 1006, reason: 'cut' } as never)
    await until(() => expect(sockets).toHaveLength(2))
    sockets[1]!.open()
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

test('a record that throws does not end the conversation', async () => {
  const { talk, reports } = await begin(
    {},
    {
      record: () => {
        throw new Error('disk full')
      },
    },
  )
  talk.set({ k: 1 })
  expect(talk.state.k).toBe(1)
  await until(() => expect(JSON.stringify(reports)).toContain('CX8008'))
})
