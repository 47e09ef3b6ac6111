import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const script = join(import.meta.dirname, '../../scripts/crowd/worker.ts')

/** Worker processes of a run of traffic. */
export class Workers {
  private readonly args: readonly string[]
  private readonly url: string
  private running: ChildProcess[] = []
  /** Lost leases that stopped workers reported. */
  lostLeases = 0

  /** `args` are those of the worker, and `url` is the address of Postgres. */
  constructor(args: readonly string[], url: string) {
    this.args = args
    this.url = url
  }

  /** Starts a worker, and resolves when it takes sessions. */
  start(): Promise<void> {
    const worker = spawn(process.execPath, [script, ...this.args], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, POSTGRES_URL: this.url },
    })
    this.running.push(worker)
    let printed = ''
    return new Promise((resolve, reject) => {
      worker.stdout.on('data', text => {
        printed += text
        if (printed.startsWith('ready')) resolve()
      })
      worker.on('close', (code, signal) => {
        this.lostLeases += Number(printed.split('\n')[1] ?? 0)
        this.running = this.running.filter(each => each !== worker)
        if (code === 0 || signal === 'SIGKILL') resolve()
        else reject(new Error(`a worker ended with ${code}`))
      })
    })
  }

  /** Kills the worker that has run for the longest time. */
  kill(): void {
    this.running[0]?.kill('SIGKILL')
  }

  /** Lets all workers end by themselves. */
  async stop(): Promise<void> {
    const closed = this.running.map(worker => new Promise(resolve => worker.on('close', resolve)))
    for (const worker of this.running) worker.stdin?.end()
    await Promise.all(closed)
  }
}
