import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { difference } from '../../src/run/runner/test/essence.ts'
import { storeAt } from '../../src/run/runner/test/processes/store-at.ts'
import type { SessionKey, StoredEvent } from '../../src/run/store/index.ts'
import type { TestServer } from '../../test/postgres-server.ts'
import { reported, type ToolLine } from './program.ts'

export const keyOf = (index: number): SessionKey => ({
  owner: { app: 'kills', user: 'ada' },
  id: `s${index}`,
})

/** Returns the place of the sessions of a batch: a schema of the Postgres server, or a file in the batch's folder. */
export const placeOf = (folder: string): string =>
  process.env.POSTGRES_URL === undefined ? join(folder, 'sessions.db') : `kills_${basename(folder)}`

/** Maximum number of milliseconds of work before a process is killed. */
const longestMs = 300

/** Batch of sessions in one store, which processes run one after another. */
export class Batch {
  /** Calls that already had a result at the start of a process, by process. */
  private readonly recorded: ReadonlySet<string>[] = []
  /** Milliseconds that a recovering process needs before it works. */
  readonly recovered: number[] = []
  kills = 0
  /** Kills of the Postgres server among `kills`. */
  serverKills = 0
  private readonly folder: string
  private readonly sessions: number
  private readonly more: readonly string[]
  private readonly server: TestServer | undefined

  constructor(folder: string, sessions: number, more: readonly string[], server?: TestServer) {
    this.folder = folder
    this.sessions = sessions
    this.more = more
    this.server = server
  }

  /** Runs processes until all sessions have ended or wait, and kills at most `kills` of them. */
  async run(kills: number): Promise<void> {
    for (let isDone = false; !isDone; ) {
      this.recorded.push(await this.recordedCalls())
      isDone = await this.runOne(this.kills < kills)
    }
  }

  /** Runs one process. Returns whether it ended by itself. */
  private runOne(isToKill: boolean): Promise<boolean> {
    const { folder, sessions, more, recorded } = this
    const args = [
      join(import.meta.dirname, 'worker.ts'),
      folder,
      String(sessions),
      String(recorded.length - 1),
      ...more,
    ]
    const worker: ChildProcess = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const from = performance.now()
    const isServer = this.server !== undefined && (this.kills + 1) % 4 === 0
    let restart: Promise<void> | undefined
    const kill = (): void => {
      if (!isServer) worker.kill('SIGKILL')
      else if (worker.exitCode === null) {
        this.kills++
        this.serverKills++
        restart = this.server?.killAndRestart()
      }
    }
    worker.stdout?.once('data', () => {
      if (recorded.length > 1) this.recovered.push(performance.now() - from)
      if (isToKill) setTimeout(kill, Math.random() * longestMs)
    })
    return new Promise((resolve, reject) => {
      worker.on('close', (code, signal) => {
        if (signal === 'SIGKILL') this.kills++
        else if (code !== 0) reject(new Error(`a process ended with ${code}`))
        Promise.resolve(restart).then(() => resolve(signal !== 'SIGKILL'), reject)
      })
    })
  }

  /** Returns the keys of the calls that have a result in the store. */
  private async recordedCalls(): Promise<ReadonlySet<string>> {
    const found = new Set<string>()
    for (const [id, events] of await this.logs()) {
      const places = new Map<string, string>()
      for (const { seq, parts } of events)
        for (const [index, part] of parts.entries()) {
          if (part.kind === 'tool-call') places.set(part.id, `${id}/${seq}.${index}`)
          if (part.kind === 'tool-result') found.add(places.get(part.id) ?? part.id)
        }
    }
    return found
  }

  private async logs(): Promise<ReadonlyMap<string, readonly StoredEvent[]>> {
    const logs = new Map<string, readonly StoredEvent[]>()
    const store = await storeAt(placeOf(this.folder))
    for (let index = 0; index < this.sessions; index++) {
      const key = keyOf(index)
      logs.set(key.id, (await store.read(key))?.events ?? [])
    }
    await store.close()
    return logs
  }

  /** Returns the faults of the sessions, compared with the log of an uninterrupted run. */
  async problems(expected: readonly StoredEvent[]): Promise<readonly string[]> {
    const logs = await this.logs()
    const differences = [...logs].flatMap(([id, events]) => {
      const found = difference(expected, events, reported)
      return found === null ? [] : [`${id}: ${found}`]
    })
    return [...this.lost(logs), ...this.repeated(), ...differences]
  }

  /** Number of events that were reported. */
  get acknowledged(): number {
    return this.lines('acks').length
  }

  /** Returns the reported events that the store does not contain unchanged. */
  private lost(logs: ReadonlyMap<string, readonly StoredEvent[]>): readonly string[] {
    return (this.lines('acks') as { id: string; event: StoredEvent }[]).flatMap(({ id, event }) => {
      const stored = logs.get(id)?.[event.seq]
      const isKept = isDeepStrictEqual(JSON.parse(JSON.stringify(stored ?? null)), event)
      return isKept ? [] : [`${id}: event ${event.seq} was reported, and is ${stored ? 'another' : 'lost'}`]
    })
  }

  /** Returns the calls that began although they had a result, and those that wrongly began twice. */
  private repeated(): readonly string[] {
    const begun = (this.lines('tools') as ToolLine[]).filter(({ phase }) => phase === 'begin')
    const again = begun.flatMap(({ tool, key, process }) =>
      this.recorded[process]?.has(key) ? [`${tool} ${key} ran again after its result was recorded`] : [],
    )
    const once = begun.filter(({ tool }) => reported.includes(tool)).map(({ key }) => key)
    const twice = once.filter((key, index) => once.indexOf(key) < index)
    return [...again, ...twice.map(key => `the call ${key} began twice`)]
  }

  private lines(name: string): readonly object[] {
    const file = join(this.folder, name)
    if (!existsSync(file)) return []
    // The last line may be incomplete.
    const whole = readFileSync(file, 'utf8').split('\n').slice(0, -1)
    return whole.map(line => JSON.parse(line) as object)
  }
}
