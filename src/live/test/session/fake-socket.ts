import { expect, vi } from 'vitest'
import { type LiveReport, live, type StartLiveOptions, startLive } from '../../index.ts'

/** Socket that a test controls: it opens and receives when the test calls its methods. */
export class FakeSocket {
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

/** Resolves when all pending work is done. */
export const tick = () => new Promise(resolve => setTimeout(resolve, 0))
/** Resolves when an expectation is met. */
export const until = (check: () => void) => vi.waitFor(check, { timeout: 10_000 })

/** Starts a conversation on fake sockets, and opens the first socket. */
export const begin = async (
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

/** Frame of Gemini Live that calls a tool. */
export const call = (name: string, id = 'c1', args = {}) => ({
  toolCall: { functionCalls: [{ id, name, args }] },
})
/** Returns the tool results that were sent, in the form of Gemini Live. */
export const answers = (socket: FakeSocket) =>
  socket.sent.flatMap(frame => {
    const { toolResponse } = frame as { toolResponse?: { functionResponses: { response: object }[] } }
    return (toolResponse?.functionResponses ?? []).map(({ response }) => response)
  })
