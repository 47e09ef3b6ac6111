import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { difference } from '../../src/run/runner/test/essence.ts'
import type { SessionKey, StoredEvent } from '../../src/run/store/index.ts'
import { sqliteStore } from '../../src/run/store/sqlite/index.ts'
import { reported, type ToolLine } from './program.ts'

export const keyOf = (index: number): SessionKey => ({
  owner: { app: 'kills', user: 'ada' },
  id: `s${index}`,
})

/** Milliseconds of work after which a process is killed, at most. */
const longestMs = 300

/** Sessions in one file, run by one process after another. */
export class Batch {
  /** Calls that had a result when a process began, by the process. */
  private readonly recorded: ReadonlySet<string>[] = []
  /** Milliseconds from the start of a process that recovers until it works. */
  readonly recovered: number[] = []
  kills = 0
  private readonly folder: string
  private readonly sessions: number
  private readonly more: readonly string[]

  constructor(folder: string, sessions: number, more: readonly string[]) {
    this.folder = folder
    this.sessions = sessions
    this.more = more
  }

  /** Runs processes until the sessions rest, and kills `kills` of them at most. */
  async run(kills: number): Promise<void> {
    for (let isDone = false; !isDone; ) {
      this.recorded.push(await this.recordedCalls())
      isDone = await this.runOne(this.kills < kills)
    }
  }

  /** Runs one process; returns whether it came to its end. */
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
    worker.stdout?.once('data', () => {
      if (recorded.length > 1) this.recovered.push(performance.now() - from)
      if (isToKill) setTimeout(() => worker.kill('SIGKILL'), Math.random() * longestMs)
    })
    return new Promise((resolve, reject) => {
      worker.on('close', (code, signal) => {
        if (signal === 'SIGKILL') this.kills++
        else if (code !== 0) reject(new Error(`a process ended with ${code}`))
        resolve(signal !== 'SIGKILL')
      })
    })
  }

  /** Returns the keys of calls that have a result in the file. */
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
    const file = join(this.folder, 'sessions.db')
    const logs = new Map<string, readonly StoredEvent[]>()
    if (!existsSync(file)) return logs
    const store = sqliteStore(file)
    for (let index = 0; index < this.sessions; index++) {
      const key = keyOf(index)
      logs.set(key.id, (await store.read(key))?.events ?? [])
    }
    await store.close()
    return logs
  }

  /** Returns what is wrong with the sessions, beside the log of a run that nobody interrupted. */
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

  /** Returns the events that were reported, and are not in the file as they were. */
  private lost(logs: ReadonlyMap<string, readonly StoredEvent[]>): readonly string[] {
    return (this.lines('acks') as { id: string; event: StoredEvent }[]).flatMap(({ id, event }) => {
      const stored = logs.get(id)?.[event.seq]
      const isKept = isDeepStrictEqual(JSON.parse(JSON.stringify(stored ?? null)), event)
      return isKept ? [] : [`${id}: event ${event.seq} was reported, and is ${stored ? 'another' : 'lost'}`]
    })
  }

  /** Returns the calls that began although they had a result, or began twice although they must not. */
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
    // The last line may be half of one.
    const whole = readFileSync(file, 'utf8').split('\n').slice(0, -1)
    return whole.map(line => JSON.parse(line) as object)
  }
}
