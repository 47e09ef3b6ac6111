import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ModelAction } from './action.ts'
import type { FakeOutput, FakeStep, FakeView, LiveFake } from './fake.ts'
import { createMemory, type FakeMemory } from './memory.ts'
import type { FakeOptions } from './options.ts'

/** Options of a fake behind a WebSocket. */
export interface ServeOptions extends FakeOptions {
  /** Certificate, for clients that force `wss:` (those of the `openai` package). */
  readonly tls?: { readonly key: string; readonly cert: string }
  /** Server side of connections before. Default: a new one. */
  readonly memory?: FakeMemory
  /** Frames as binary messages, as Vertex sends them. Default: false. */
  readonly binary?: boolean
}

/** One WebSocket of a served fake. */
export interface ServedConnection {
  /** Path and query of the request. */
  readonly path: string
  /** Frames of the client, as they arrived. */
  readonly received: readonly unknown[]
  readonly outputs: readonly FakeOutput[]
  readonly closed: boolean
  view(): FakeView
  act(action: ModelAction): void
}

/** A fake that listens on the loopback interface. */
export interface LiveServer {
  /** Address for a client that takes `ws:` or `wss:`. */
  readonly url: string
  readonly port: number
  /** Connections in the order they were opened. */
  readonly connections: readonly ServedConnection[]
  /** Performs an action on the newest connection. */
  act(action: ModelAction): void
  close(): Promise<void>
}

/** The part of a `ws` socket that is used here. */
interface Socket {
  on(event: 'message', listener: (data: { toString(): string }) => void): void
  on(event: 'close' | 'error', listener: () => void): void
  send(data: string | Uint8Array): void
  close(code: number, reason: string): void
  terminate(): void
}

/** The part of the `ws` package that is used here. It is an optional peer, so its types are not imported. */
interface WS {
  readonly WebSocketServer: new (options: {
    readonly noServer: true
  }) => {
    handleUpgrade(
      request: IncomingMessage,
      socket: Duplex,
      head: Buffer,
      done: (socket: Socket) => void,
    ): void
  }
}

/** Serves a fake on 127.0.0.1, on a free port, by real time. Needs the package `ws`. */
export const serveLive = async <S>(fake: LiveFake<S>, options: ServeOptions = {}): Promise<LiveServer> => {
  const [name, plain, secure]: readonly string[] = ['ws', 'node:http', 'node:https']
  const { WebSocketServer } = (await import(name as string)) as WS
  const { tls, memory = createMemory(), binary = false, ...fakeOptions } = options
  const http: Server = tls
    ? ((await import(secure as string)) as typeof import('node:https')).createServer(tls)
    : ((await import(plain as string)) as typeof import('node:http')).createServer()
  const upgrades = new WebSocketServer({ noServer: true })
  const connections: ServedConnection[] = []
  const sockets = new Set<Socket>()
  http.on('upgrade', (request, stream, head) => {
    upgrades.handleUpgrade(request, stream, head, socket => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      connections.push(attach(fake, fake.connect(fakeOptions, memory), socket, request.url ?? '/', binary))
    })
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  return {
    url: `${tls ? 'wss' : 'ws'}://127.0.0.1:${port}`,
    port,
    connections,
    act(action) {
      const newest = connections.at(-1)
      if (!newest) throw new Error('No client is connected to the fake.')
      newest.act(action)
    },
    async close() {
      for (const socket of sockets) socket.terminate()
      await new Promise(resolve => http.close(resolve))
    },
  }
}

/** Connects a state to a socket: the server's first act is `open`. */
const attach = <S>(
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
    // 1006 is never sent: it is what a client sees when the socket dies.
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
    received.push(parse(text))
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

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
