import type { ModelAction } from './action.ts'
import type { FakeOutput, FakeStep, FakeView, LiveFake } from './fake.ts'

/** WebSocket connection of a client to a served fake. */
export interface ServedConnection {
  /** Path and query of the URL that the client requested. */
  readonly path: string
  /** Frames that the client sent, in order of arrival. */
  readonly received: readonly unknown[]
  readonly outputs: readonly FakeOutput[]
  readonly closed: boolean
  view(): FakeView
  act(action: ModelAction): void
}

/** Members of a socket of the `ws` package that are used here. */
export interface Socket {
  on(event: 'message', listener: (data: { toString(): string }) => void): void
  on(event: 'close' | 'error', listener: () => void): void
  send(data: string | Uint8Array): void
  close(code: number, reason: string): void
  terminate(): void
}

/** Connects a fake server to a WebSocket. Its first action is `open`. */
export const connectFakeToSocket = <S>(
  fake: LiveFake<S>,
  start: S,
  socket: Socket,
  path: string,
  binary: boolean,
): ServedConnection => {
  const opened = Date.now()
  const received: unknown[] = []
  const outputs: FakeOutput[] = []
  let state = start
  let closed = false
  const perform = (output: FakeOutput) => {
    outputs.push(output)
    if (closed) return
    if ('send' in output) {
      const text = JSON.stringify(output.send)
      return socket.send(binary ? new TextEncoder().encode(text) : text)
    }
    closed = true
    // An endpoint never sends code 1006; a client reports it when the connection breaks.
    if (output.close.code === 1006) socket.terminate()
    else socket.close(output.close.code, output.close.reason)
  }
  const advance = (step: (state: S, at: number) => FakeStep<S>) => {
    const [next, sent] = step(state, Date.now() - opened)
    state = next
    for (const output of sent) perform(output)
  }
  socket.on('message', data => {
    const text = data.toString()
    received.push(parseClientFrame(text))
    advance((state, at) => fake.receive(state, text, at))
  })
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    closed = true
  })
  const act = (action: ModelAction) => advance((state, at) => fake.act(state, action, at))
  act({ type: 'open' })
  return {
    path,
    received,
    outputs,
    get closed() {
      return closed
    },
    view: () => fake.view(state),
    act,
  }
}

const parseClientFrame = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
