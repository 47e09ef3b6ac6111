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

  outcome({ status, text, reason, revision }: RunOutcome, waiting: readonly WaitingCall[]): void {
    this.line({ type: 'outcome', session: this.session, status, text, reason, revision, waiting })
  }

  private line(value: object): void {
    this.io.out(`${printableJson(JSON.stringify(value))}\n`)
  }
}
