import type { SessionKey } from '../../core/session/owner.ts'
import { createRunner } from '../../run/runner/create-runner.ts'
import type { RunOutcome } from '../../run/runner/run-event.ts'
import type { RunInput, Runner, RunStream } from '../../run/runner/runner.ts'
import type { WaitingCall } from '../../run/runner/tools/waiting-calls.ts'
import type { SessionRecord, Store } from '../../run/store/store.ts'
import { moduleImporterFor } from '../compile-file.ts'
import type { Io } from '../io.ts'
import { readModelRows } from '../model-rows.ts'
import { isModule, makeOrReport } from '../module.ts'
import { followWithoutGaps } from './followed.ts'
import type { RunGiven } from './given.ts'
import { readSteps } from './read-steps.ts'
import type { Reporter } from './reporter.ts'
import type { Runnable } from './runnable.ts'
import { waitingCalls } from './waiting-calls.ts'

/** Session, its program, and everything that a runner needs for the two. */
interface SessionRunOptions {
  readonly file: string
  readonly given: RunGiven
  readonly io: Io
  readonly key: SessionKey
  readonly store: Store
  readonly runnable: Runnable
}

/** Session of a program that the command line runs and reports. */
export class SessionRun {
  readonly key: SessionKey
  readonly runner: Runner
  private readonly store: Store
  private readonly now: () => number
  private readonly runnable: Runnable
  /** Number of session events that were already reported, or that existed before. */
  private seen: number
  /** Limits that the user set for the runs. */
  private readonly asked: Pick<RunInput, 'limits'>

  private constructor(
    options: SessionRunOptions,
    runner: Runner,
    seen: number,
    asked: Pick<RunInput, 'limits'>,
  ) {
    this.asked = asked
    this.key = options.key
    this.store = options.store
    this.now = options.io.now
    this.runnable = options.runnable
    this.runner = runner
    this.seen = seen
  }

  static async open(options: SessionRunOptions): Promise<SessionRun> {
    const { store, key, runnable, file, given, io } = options
    const record = await store.read(key)
    const answers = record?.events.filter(({ actions }) => actions?.run?.answered !== undefined).length ?? 0
    const { exported, program, callbacks } = runnable
    const models = runnable.modelsAfter(answers)
    const steps = readSteps(given)
    const isAllowed = isModule(file) || given.allowImport === true
    const rows = given.modelRows === undefined ? null : await readModelRows(given.modelRows, io)
    const runner = await makeOrReport(exported, () =>
      createRunner({
        program,
        store,
        models,
        callbacks,
        compile: {
          ...(rows !== null && { modelRows: rows }),
          ...(isAllowed && { allowImport: moduleImporterFor(file, io) }),
        },
        now: io.now,
        generateId: io.generateId,
      }),
    )
    return new SessionRun(options, runner, record?.revision ?? 0, steps === null ? {} : { limits: { steps } })
  }

  /** Returns the session from the store; null if the store does not have it. */
  read(): Promise<SessionRecord | null> {
    return this.store.read(this.key)
  }

  /** Whether another process runs the session, or was killed while it did, so that its lease has not ended yet. */
  async isElsewhere(): Promise<boolean> {
    const { key, store } = this
    if ((await this.read())?.status !== 'due' || store.leases === undefined) return false
    const changes = await store.leases.changed([{ key, revision: this.seen }], this.now())
    return !changes.some(({ isFree }) => isFree)
  }

  /** Returns the tool calls that wait for a decision. */
  async waiting(): Promise<readonly WaitingCall[]> {
    const record = await this.read()
    return record === null ? [] : waitingCalls(this.runnable.declaration, record)
  }

  /** Appends a message of the user, and runs the session. */
  message(message: string, signal: AbortSignal): RunStream {
    return this.runner.run(this.key, { ...this.asked, message, signal, state: this.runnable.state })
  }

  resume(signal: AbortSignal): RunStream {
    return this.runner.resume(this.key, { ...this.asked, signal })
  }

  /** Reports the events of a run that were not reported yet. Returns the run's outcome. */
  async follow(stream: RunStream, reporter: Pick<Reporter, 'print' | 'end'>): Promise<RunOutcome> {
    try {
      for await (const event of followWithoutGaps(stream, this.store, this.key, this.seen)) {
        if (event.type === 'event') this.seen = event.event.seq + 1
        reporter.print(event)
      }
    } finally {
      reporter.end()
    }
    const outcome = await stream.outcome
    this.seen = Math.max(this.seen, outcome.revision)
    return outcome
  }

  async close(): Promise<void> {
    await this.runner.stop()
    await this.store.close()
  }
}
