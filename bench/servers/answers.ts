import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Figures of some servers that answer for some seconds. */
export interface Answers {
  /** Messages that all servers answered in a second. */
  readonly perSecond: number
  /** Milliseconds from a message to its answer, as the slowest server took them. */
  readonly p50: number
  readonly p99: number
  /** Milliseconds of processor time of a server's process for a message. */
  readonly client: number
}

/** Sessions of each server, calls that it makes at the same time, milliseconds of a call, and seconds. */
const terms = [100, 20, 200, 10] as const

/** Lets some servers answer at the same time, over one schema of the database. */
export async function measureServers(count: number, schema: string): Promise<Answers> {
  const servers = Array.from({ length: count }, (_, at) => start(schema, `server${at}`))
  await Promise.all(servers.map(({ line }) => line(1)))
  for (const { process } of servers) process.stdin?.write('begin\n')
  const found = await Promise.all(servers.map(async ({ line }) => JSON.parse(await line(2)) as Answers))
  for (const { process } of servers) process.stdin?.end('end\n')
  await Promise.all(servers.map(({ process }) => once(process, 'close')))
  const slowest = (figure: keyof Answers): number => Math.max(...found.map(each => each[figure]))
  const perSecond = found.reduce((sum, each) => sum + each.perSecond, 0)
  return { perSecond, p50: slowest('p50'), p99: slowest('p99'), client: slowest('client') }
}

/** Starts a server, and returns its process with a function that resolves when it has printed a line. */
function start(
  schema: string,
  name: string,
): { process: ChildProcess; line: (number: number) => Promise<string> } {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'answer.ts'), schema, name, ...terms.map(String)],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  let printed = ''
  const line = (number: number): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const lines = printed.split('\n')
        if (lines.length > number) resolve(lines[number - 1] as string)
      }
      child.stdout?.on('data', look)
      child.on('close', code => reject(new Error(`a server ended with ${code}`)))
      look()
    })
  child.stdout?.on('data', text => {
    printed += text
  })
  return { process: child, line }
}
