import { printableJson } from '../../core/text/columns.ts'
import type { RunEvent, RunOutcome } from '../../run/runner/run-event.ts'
import type { WaitingCall } from '../../run/runner/tools/waiting-calls.ts'
import type { Io } from '../io.ts'
import type { Reporter } from './reporter.ts'

/** Reporter that prints each event of a run, and finally the run's outcome, as one line of JSON. */
export class JsonReporter implements Reporter {
  private readonly io: Pick<Io, 'out'>
  private readonly session: string

  constructor(io: Pick<Io, 'out'>, session: string) {
    this.io = io
    this.session = session
  }

  print(event: RunEvent): void {
    this.line(event)
  }

  end(): void {}

  outcome({ status, text, reason, revision, usage, usd }: RunOutcome, waiting: readonly WaitingCall[]): void {
    const facts = { status, text, reason, revision, usage, usd, waiting }
    this.line({ type: 'outcome', session: this.session, ...facts })
  }

  private line(value: object): void {
    this.io.out(`${printableJson(JSON.stringify(value))}\n`)
  }
}
