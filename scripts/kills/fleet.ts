import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { basename, join } from 'node:path'
import type { TestServer } from '../../test/postgres-server.ts'
import { programAt } from '../../test/programs.ts'
import { kinds, mostWait, placeOf } from './kinds.ts'
import { type LeaseEnd, leasesOf } from './leases-of.ts'

/** Maximum number of milliseconds of work before a process is killed. */
const longestMs = 300

/** Sessions that a process had when it ended, and that another one must continue. */
export interface Loss extends LeaseEnd {
  /** Time at which the process had ended. */
  readonly from: number
  readonly kind: 'kill' | 'stop'
}

/** Parameters of `Fleet`. */
interface FleetOptions {
  readonly folder: string
  readonly sessions: number
  readonly kind: keyof typeof kinds
  readonly server: TestServer | undefined
  /** Number of kills and stops before this fleet. */
  readonly earlier: number
}

/** Process of a fleet. */
interface Worker {
  readonly process: ChildProcess
  readonly holder: string
  readonly ready: Promise<unknown>
  readonly closed: Promise<readonly [code: number | null, signal: string | null]>
}

/** Two processes that share sessions. One that is killed is replaced. */
export class Fleet {
  readonly losses: Loss[] = []
  /** Times between which the server was down. */
  readonly downs: (readonly [from: number, to: number])[] = []
  kills = 0
  stops = 0
  private readonly options: FleetOptions
  private readonly workers = new Set<Worker>()
  private started = 0
  private failed: Error | null = null

  constructor(options: FleetOptions) {
    this.options = options
  }

  /** Milliseconds after which a process tries again to reach a server that was down. */
  get retryLength(): number {
    return kinds[this.options.kind].retryLength
  }

  /** Runs processes until all sessions have ended, and kills at most `kills` of them, or the server. */
  async run(kills: number): Promise<void> {
    this.start()
    this.start()
    try {
      for (;;) {
        const all = [...this.workers]
        const ready = Promise.all(all.map(each => each.ready))
        await Promise.race([ready, ...all.map(({ closed }) => closed)])
        if (this.workers.size === 0 || this.failed !== null || this.kills >= kills) break
        await this.disturb()
      }
      await Promise.all([...this.workers].map(({ closed }) => closed))
      if (this.failed !== null) throw this.failed
    } finally {
      for (const { process } of this.workers) process.kill('SIGKILL')
    }
  }

  /** Starts a process. */
  private start(holder = `worker ${basename(this.options.folder)}.${this.started}`): Worker {
    const { folder, sessions, kind } = this.options
    const file = programAt(join(import.meta.dirname, 'worker.ts'))
    const args = [file, folder, String(sessions), String(this.started++), holder, kind]
    const process = spawn(globalThis.process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const closed: Worker['closed'] = new Promise(resolve =>
      process.once('close', (code, signal) => resolve([code, signal])),
    )
    const ready = once(process.stdout, 'data')
    const worker: Worker = { process, holder, ready, closed }
    this.workers.add(worker)
    void closed.then(([code, signal]) => {
      this.workers.delete(worker)
      if (code !== 0 && signal !== 'SIGKILL') this.failed ??= new Error(`a process ended with ${code}`)
    })
    return worker
  }

  /** Kills or stops one of the processes, which another one replaces, or kills the server, at a random moment. */
  private async disturb(): Promise<void> {
    await new Promise(resolve => setTimeout(resolve, Math.random() * longestMs))
    const worker = await this.pick()
    if (worker === undefined || this.failed !== null) return
    const { server, earlier } = this.options
    const turn = (earlier + this.kills + this.stops) % 8
    if (server !== undefined && (turn === 2 || turn === 6)) await this.killServer(server)
    else if (turn === 4) await this.stop(worker)
    else await this.kill(worker)
  }

  /** Returns one of the processes, at random. Those that run sessions come first. */
  private async pick(): Promise<Worker | undefined> {
    const all = [...this.workers].sort(() => Math.random() - 0.5)
    for (const worker of all) if ((await this.heldBy(worker)).length > 0) return worker
    return all[0]
  }

  private heldBy({ holder }: Worker): Promise<readonly LeaseEnd[]> {
    return leasesOf(placeOf(this.options.folder), holder)
  }

  private async killServer(server: TestServer): Promise<void> {
    this.kills++
    const from = Date.now()
    await server.killAndRestart()
    this.downs.push([from, Date.now()])
  }

  private async kill(worker: Worker): Promise<void> {
    const { process, holder, closed } = worker
    process.kill('SIGKILL')
    const [, signal] = await closed
    if (signal !== 'SIGKILL') return
    this.kills++
    const from = Date.now()
    // Each second process has the name of the killed one, and gets its sessions at once. The others wait for its leases.
    if (this.kills % 2 === 0) return void this.start(holder)
    this.start()
    const ends = await this.heldBy(worker)
    this.losses.push(...ends.map(end => ({ ...end, from, kind: 'kill' as const })))
    // The next kill comes when these sessions go on: so each wait is that after one kill.
    const latest = Math.max(...ends.map(({ end }) => end)) + mostWait
    while (Date.now() < latest && (await this.heldBy(worker)).length > 0)
      await new Promise(resolve => setTimeout(resolve, 50))
  }

  private async stop(worker: Worker): Promise<void> {
    await Promise.race([worker.ready, worker.closed])
    if (!this.workers.has(worker)) return
    const held = await this.heldBy(worker)
    worker.process.kill('SIGTERM')
    await worker.closed
    this.stops++
    const from = Date.now()
    this.losses.push(...held.map(({ id }) => ({ id, end: from, from, kind: 'stop' as const })))
    this.start()
  }
}
