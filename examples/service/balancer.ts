// A tiny load balancer: each request goes to the next server that is alive. In production, use the one that you have.
import { request as ask, createServer, type Server } from 'node:http'

/** Returns a server that passes requests on. `ports` returns the ports of the servers that are alive. */
export function balancer(ports: () => readonly number[]): Server {
  let next = 0
  return createServer((incoming, outgoing) => {
    const alive = ports()
    const port = alive[next++ % Math.max(1, alive.length)]
    if (port === undefined) return void outgoing.writeHead(503).end()
    const { method, url: path, headers } = incoming
    const passed = ask({ host: '127.0.0.1', port, method, path, headers }, response => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
      response.on('error', () => outgoing.destroy())
    })
    passed.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()))
    outgoing.on('close', () => passed.destroy())
    incoming.pipe(passed)
  })
}
