import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { delimiter, join } from 'node:path'

/** Returns a port that no program uses. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

/**
 * Returns the path of pgbouncer; undefined if it is not installed. The variable `PGBOUNCER` names another place, and
 * makes it an error that pgbouncer is missing.
 */
export function findPooler(): string | undefined {
  const { PGBOUNCER: given, PATH = '' } = process.env
  if (given) return given
  // Debian keeps it where a user's path does not look.
  const folders = [...PATH.split(delimiter), '/usr/sbin']
  return folders.map(folder => join(folder, 'pgbouncer')).find(path => existsSync(path))
}

/** Waits until a program accepts connections at a port. */
async function untilReached(port: number): Promise<void> {
  for (let tries = 1; ; tries++) {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return
    } catch (error) {
      if (tries === 100) throw new Error('pgbouncer did not start', { cause: error })
      await new Promise(resolve => setTimeout(resolve, 50))
    } finally {
      socket.destroy()
    }
  }
}

/** Starts pgbouncer in transaction mode in front of a server, with its files in a folder. Resolves to it and its port. */
export async function startPooler(program: string, folder: string, server: number) {
  const port = await freePort()
  const settings = [
    '[databases]',
    `* = host=127.0.0.1 port=${server}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
    `auth_type = plain\nauth_file = ${join(folder, 'users')}`,
    // Fewer connections than clients, so that statements of one client run on several connections.
    // After the server was down, pgbouncer otherwise connects again 15 seconds later.
    'server_login_retry = 1',
    'pool_mode = transaction\ndefault_pool_size = 8\nmax_client_conn = 500',
  ]
  writeFileSync(join(folder, 'pooler.ini'), settings.join('\n'))
  writeFileSync(join(folder, 'users'), '"postgres" "test"')
  // It refuses to run as root.
  const uid = process.getuid?.() === 0 ? Number(execFileSync('id', ['-u', 'postgres'])) : undefined
  const pooler: ChildProcess = spawn(program, [join(folder, 'pooler.ini')], {
    stdio: 'ignore',
    ...(uid && { uid }),
  })
  await once(pooler, 'spawn')
  await untilReached(port)
  return { pooler, port }
}
