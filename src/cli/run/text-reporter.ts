import type { LimitName, RunAction } from '../../core/ir/run-action.ts'
import { oneLine } from '../../core/text/columns.ts'
import type { RunEvent, RunOutcome } from '../../run/runner/run-event.ts'
import type { WaitingCall } from '../../run/runner/tools/waiting-calls.ts'
import { type Io, UsageError } from '../io.ts'
import { paintFor } from '../paint.ts'
import { reportError } from '../report-error.ts'
import { keyHint } from './assert-clients.ts'
import { callBlock, waitText } from './call-block.ts'
import type { RunGiven } from './given.ts'
import { canBeContinued, continueCommand } from './go-on.ts'
import type { Reporter } from './reporter.ts'
import { RunPrinter } from './run-printer.ts'

/** Session whose run is reported, and the arguments that name it on the command line. */
export interface ReportedRun {
  readonly file: string
  readonly session: string
  readonly given: RunGiven
  /** Whether the program has several agents. */
  readonly isNamed: boolean
  /** Models that the program's agents name. */
  readonly models: readonly string[]
}

/** Descriptions of a run that repeats itself, by the limit that stopped it; null for a limit that can be raised. */
const circles: Readonly<Record<LimitName, string | null>> = {
  ...{ steps: null, tokens: null, usd: null, time: null, quotaUSD: null, quotaTokens: null },
  repeats: 'an agent made the same calls',
  transfers: 'agents handed over to each other',
}

/** Reporter that prints a run for people. Answers are written to standard output, everything else to standard error. */
export class TextReporter implements Reporter {
  private readonly io: Io
  private readonly run: ReportedRun
  private readonly printer: RunPrinter
  private limit: RunAction['limit']

  constructor(io: Io, run: ReportedRun) {
    this.io = io
    this.run = run
    this.printer = new RunPrinter({
      out: text => io.out(text),
      note: text => io.err(text),
      paint: paintFor(io.colour.err),
      columns: io.columns,
      isNamed: run.isNamed,
      replacesLines: io.colour.err,
    })
  }

  /** Skips the next message of the user in the output. */
  skipMessage(): void {
    this.printer.skipMessage()
  }

  print(event: RunEvent): void {
    if (event.type === 'event') this.limit = event.event.actions?.run?.limit ?? this.limit
    this.printer.print(event)
  }

  end(): void {
    this.printer.end()
  }

  outcome({ status, reason }: RunOutcome, waiting: readonly WaitingCall[]): void {
    if (status === 'waiting') this.printWaitingCalls(waiting, reason)
    else if (status === 'limited')
      this.error(`the run was stopped${reasonText(reason)}`, this.adviceAfterLimit())
    else if (status === 'failed')
      this.error(`the run failed${reasonText(reason)}`, this.adviceAfterFailure(reason ?? ''))
    else if (status === 'cancelled')
      this.printer.printNoteLine('cancelled: the session keeps what had arrived')
  }

  /** Prints the tool calls that wait for a decision, and the commands that decide on them. */
  private printWaitingCalls(calls: readonly WaitingCall[], reason: string | null): void {
    const { io } = this
    const paint = paintFor(io.colour.err)
    if (calls.length === 0) io.err(`${paint('yellow', 'waiting')}${oneLine(reasonText(reason))}\n`)
    for (const call of calls) {
      io.err(`${paint('yellow', waitText(call))}: ${callBlock(call)}\n`)
      if (!canBeContinued(this.run.given)) continue
      if (call.for === 'answer') io.err(`  answer:  ${this.command('--answer', `${call.call}=JSON`)}\n`)
      else io.err(`  approve: ${this.command('--approve', call.call)}\n`)
      io.err(`  deny:    ${this.command('--deny', call.call, '--reason', 'TEXT')}\n`)
    }
    if (!canBeContinued(this.run.given))
      io.err('  this session ends here: --store PATH keeps it for a decision, and a chat asks for one\n')
  }

  /**
   * Returns advice on how to continue after a failure. If a provider refused the request because of a missing API key,
   * the advice names the key.
   */
  private adviceAfterFailure(reason: string): string {
    const isRefused = /api.?key|unauthori[sz]ed|\b401\b/i.test(reason)
    const hints = isRefused ? this.run.models.map(model => keyHint(model, this.io.env)) : []
    return `${hints.find(hint => hint !== '') ?? ''}the session keeps what was done: send another message`
  }

  /**
   * Returns advice on how to continue after a limit stopped the run: with more steps, or with another message if the
   * run repeats itself.
   */
  private adviceAfterLimit(): string {
    const { name, most = 0 } = this.limit ?? {}
    const circle = name === undefined ? null : (circles[name] ?? null)
    if (circle !== null) return `${circle} again and again: send another message`
    return !canBeContinued(this.run.given)
      ? `--steps ${most * 2} allows more`
      : `${this.command('--resume', '--steps', String(most * 2))} continues it`
  }

  private error(message: string, help: string): void {
    reportError(new UsageError(message, help), this.io)
  }

  private command(...options: readonly string[]): string {
    const { file, session, given } = this.run
    return continueCommand(file, session, given, ...options)
  }
}

const reasonText = (reason: string | null): string => (reason === null ? '' : `: ${reason}`)
