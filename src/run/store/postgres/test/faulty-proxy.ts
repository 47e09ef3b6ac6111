import { connect, createServer, type Socket } from 'node:net'

/** Faults that a connection can have, each of which ends it. */
const faults = ['cut', 'halved', 'unanswered'] as const

/** Settings of a proxy. */
interface Faults {
  /** Share of the sent pieces with a fault. */
  readonly share: number
  /** Maximum delay of a piece in milliseconds. */
  readonly delay: number
}

/**
 * Starts a proxy of a server that disturbs connections: it delays pieces, cuts a connection before or after a piece,
 * passes only half of a piece before it cuts, or lets the client wait for an answer before it cuts.
 */
export async function startFaultyProxy(server: URL, { share, delay }: Faults) {
  const counts = { cut: 0, halved: 0, unanswered: 0, delayed: 0 }
  const sockets = new Set<Socket>()
  const proxy = createServer(client => {
    const remote = connect(Number(server.port), server.hostname)
    const end = (): void => {
      for (const socket of [client, remote]) {
        socket.destroy()
        sockets.delete(socket)
      }
    }
    for (const socket of [client, remote]) {
      sockets.add(socket)
      socket.setNoDelay()
      socket.on('error', end)
      socket.on('close', end)
    }
    let isOver = false
    /** Passes on what a socket receives, until a fault. */
    const pass = (from: Socket, to: Socket): void => {
      let before = Promise.resolve()
      from.on('data', piece => {
        before = before.then(async () => {
          if (isOver) return
          const late = Math.floor(Math.random() * delay)
          if (late > 0) {
            counts.delayed++
            await new Promise(resolve => setTimeout(resolve, late))
          }
          if (Math.random() >= share) return void to.write(piece)
          isOver = true
          const fault = faults[Math.floor(Math.random() * faults.length)] as (typeof faults)[number]
          counts[fault]++
          if (fault === 'halved') to.write(piece.subarray(0, piece.length >> 1), end)
          // A piece from the client reaches the server, so the server commits what nobody acknowledges.
          else if (fault === 'unanswered') {
            if (from === client) to.write(piece)
            setTimeout(end, 100)
          } else end()
        })
      })
    }
    pass(client, remote)
    pass(remote, client)
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  const url = new URL(server)
  url.port = String((proxy.address() as { readonly port: number }).port)
  return {
    url: url.href,
    counts,
    async stop(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => proxy.close(resolve))
    },
  }
}
