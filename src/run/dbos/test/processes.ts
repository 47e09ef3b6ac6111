import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { programAt } from '../../../../test/programs.ts'
import { ownSchema } from '../../store/postgres/test/clients.ts'
import { type Place, runnerAt } from './program.ts'

/** Line that a tool of a process printed. */
export interface Line {
  readonly phase: string
  readonly session: string
  readonly time: number
  readonly process: number
}

/** Process that runs sessions. */
export interface Worker {
  readonly process: ChildProcess
  readonly ready: Promise<void>
  /** Stops the runner of the process, and waits for the end of the process. */
  stop(): Promise<void>
  kill(): Promise<void>
}

/** Processes of one test, with a database schema of their own. */
export class Fleet {
  readonly schema = ownSchema()
  readonly lines: Line[] = []
  private readonly place: Omit<Place, 'schema'>
  private readonly workers: Worker[] = []
  private readonly ends: (() => Promise<void>)[] = []

  constructor(place: Omit<Place, 'schema'> = {}) {
    this.place = place
  }

  /** Starts a process. */
  worker(version = 'v1'): Worker {
    const place: Place = { ...this.place, schema: this.schema, version }
    const file = programAt(join(import.meta.dirname, 'worker.ts'))
    const child = spawn(process.execPath, [file, JSON.stringify(place)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const closed = once(child, 'close')
    let rest = ''
    const ready = new Promise<void>((resolve, reject) => {
      child.stdout.on('data', data => {
        const lines = `${rest}${data}`.split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) {
          if (line === 'ready') resolve()
          const [phase = '', session = '', time, id] = line.split(' ')
          if (id !== undefined) this.lines.push({ phase, session, time: Number(time), process: Number(id) })
        }
      })
      closed.then(([code]) => reject(new Error(`the process ended with ${code}`)))
    })
    ready.catch(() => {})
    const worker = {
      process: child,
      ready,
      async stop() {
        child.stdin.end()
        await closed
      },
      async kill() {
        child.kill('SIGKILL')
        await closed
      },
    }
    this.workers.push(worker)
    return worker
  }

  /** Returns a runner in this process that only wakes sessions in a queue. */
  front() {
    const { runner, end } = runnerAt({
      schema: this.schema,
      options: { ...this.place.options, worker: false },
    })
    this.ends.push(end)
    return runner
  }

  /** Waits for a line. */
  async until(isIt: (line: Line) => boolean): Promise<Line> {
    for (;;) {
      const found = this.lines.find(isIt)
      if (found !== undefined) return found
      await new Promise(resolve => setTimeout(resolve, 10))
    }
  }

  /** Ends all processes and runners. */
  async end(): Promise<void> {
    await Promise.all(this.ends.map(end => end()))
    await Promise.all(this.workers.map(worker => worker.stop()))
  }
}
