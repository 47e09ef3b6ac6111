import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { object, trueOrFalse } from '../../core/form/check.ts'
import { type OptionsForm, readOptions } from '../../core/form/options.ts'
import type { ModelAction } from './action.ts'
import type { LiveFake } from './fake.ts'
import { createMemory, type FakeMemory } from './memory.ts'
import { type FakeOptions, fakeOptionsForm } from './options.ts'
import { connectFakeToSocket, type ServedConnection, type Socket } from './serve-socket.ts'

/** Options of a fake server behind a real WebSocket. */
export interface ServeOptions extends FakeOptions {
  /** Certificate for `wss:`, which some clients require (those of the `openai` package). */
  readonly tls?: { readonly key: string; readonly cert: string }
  /** Memory of the simulated server's earlier connections. Default: a new, empty memory. */
  readonly memory?: FakeMemory
  /** Whether the server sends frames as binary messages, as Vertex does. Default: false. */
  readonly binary?: boolean
}

/** Fake server that listens on the loopback interface. */
export interface LiveServer {
  /** Address for a client that needs a `ws:` or `wss:` URL. */
  readonly url: string
  readonly port: number
  /** All connections, in the order in which they were opened. */
  readonly connections: readonly ServedConnection[]
  /** Performs a scripted action on the newest connection. */
  act(action: ModelAction): void
  close(): Promise<void>
}

/** Members of the `ws` package that are used here. The package is an optional peer, so its types are not imported. */
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

const form: OptionsForm<ServeOptions> = {
  takes: { ...fakeOptionsForm.takes, tls: object, memory: object, binary: trueOrFalse },
}

/**
 * Serves a fake server on 127.0.0.1, on a free port, in real time. Needs the package `ws`; rejects if it is not
 * installed.
 *
 * @example
 * import { geminiLive, serveLive } from 'ctxc/testing/live'
 *
 * const server = await serveLive(geminiLive)
 * console.log(server.url.startsWith('ws://127.0.0.1:')) // true
 * await server.close()
 */
export const serveLive = async <S>(fake: LiveFake<S>, options: ServeOptions = {}): Promise<LiveServer> => {
  const [name, plain, secure]: readonly string[] = ['ws', 'node:http', 'node:https']
  const { WebSocketServer } = (await import(name as string)) as WS
  const {
    tls,
    memory = createMemory(),
    binary = false,
    ...fakeOptions
  } = readOptions(form, options, 'serveLive')
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
      connections.push(
        connectFakeToSocket(fake, fake.connect(fakeOptions, memory), socket, request.url ?? '/', binary),
      )
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
