import { oneLine } from '../../core/text/columns.ts'
import { reasonOf } from '../../core/text/reason.ts'
import type { RunOutcome } from '../../run/runner/run-event.ts'
import type { RunStream } from '../../run/runner/runner.ts'
import type { WaitingCall } from '../../run/runner/tools/waiting-calls.ts'
import { exit, type Io } from '../io.ts'
import { paintFor } from '../paint.ts'
import { callBlock, waitText } from './call-block.ts'
import { answerTyped } from './decide.ts'
import { canBeContinued, continueCommand } from './go-on.ts'
import { Prompt } from './prompt.ts'
import type { SessionRun } from './session-run.ts'
import { type ReportedRun, TextReporter } from './text-reporter.ts'

/** Runs a chat in a terminal until the user leaves. Returns the exit code. */
export async function talkInTerminal(run: SessionRun, reported: ReportedRun, io: Io): Promise<number> {
  if (io.terminal === null) return exit.usage
  const prompt = new Prompt(io.terminal)
  try {
    return await new Chat(run, reported, io, prompt).runChat()
  } finally {
    prompt.close()
  }
}

/** Questions about a tool call that waits. Without an answer, and for every answer to the first one except yes, it is denied. */
const questions = {
  approval: 'Approve? y for yes; Enter for no, or say why not: ',
  answer: 'Answer, as JSON or a text; Enter for none: ',
}

class Chat {
  private readonly run: SessionRun
  private readonly reported: ReportedRun
  private readonly io: Io
  private readonly prompt: Prompt
  private readonly reporter: TextReporter

  constructor(run: SessionRun, reported: ReportedRun, io: Io, prompt: Prompt) {
    this.run = run
    this.reported = reported
    // Notes are written to the output that answers use, so that both stay in order.
    this.io = { ...io, err: text => io.out(text), colour: { ...io.colour, err: io.colour.out } }
    this.prompt = prompt
    this.reporter = new TextReporter(this.io, reported)
  }

  async runChat(): Promise<number> {
    const { file, session, given } = this.reported
    this.printNote(`session ${oneLine(session)} \u00b7 ^C stops an answer, at the prompt it leaves`)
    let isWaiting = !(await this.continueEarlierWork())
    while (!isWaiting) {
      const message = await this.prompt.next('> ')
      if (message === null) break
      if (message.trim() === '') continue
      this.reporter.skipMessage()
      isWaiting = !(await this.runUntilSettled(signal => this.run.message(message, signal), true))
    }
    if (canBeContinued(given)) this.printNote(`to continue: ${continueCommand(file, session, given)}`)
    return isWaiting ? exit.waiting : exit.fine
  }

  /** Continues work that an earlier command left unfinished. Returns false if the user left calls waiting. */
  private async continueEarlierWork(): Promise<boolean> {
    const record = await this.run.read()
    if (record === null) return true
    if (record.status === 'due') this.printNote('continuing what was interrupted')
    return record.status === 'due' || record.status === 'waiting'
      ? this.runUntilSettled(signal => this.run.resume(signal))
      : true
  }

  /** Runs the session until no work and no open decision is left. Returns false if the user left calls waiting. */
  private async runUntilSettled(
    begin: (signal: AbortSignal) => RunStream,
    isMessage = false,
  ): Promise<boolean> {
    let outcome = await this.followRuns(begin, isMessage)
    while (outcome.status === 'waiting') {
      const calls = await this.run.waiting()
      if (calls.length === 0) break
      for (const call of calls) {
        this.io.out(`${this.paint('yellow', waitText(call))}: ${callBlock(call)}\n`)
        const answer = await this.prompt.ask(questions[call.for])
        if (answer === null) return false
        // Another process may have decided on the tool call in the meantime.
        await this.recordUserDecision(call, answer.trim()).catch(error =>
          this.printNote(oneLine(reasonOf(error))),
        )
      }
      outcome = await this.followRuns(signal => this.run.resume(signal))
    }
    this.reporter.outcome(outcome, [])
    return true
  }

  private async recordUserDecision({ call, for: wanted }: WaitingCall, answer: string): Promise<void> {
    const { runner, key } = this.run
    const by = this.io.user
    if (wanted === 'answer') {
      if (answer !== '') return answerTyped(this.run, call, answer, by)
      return runner.deny(key, call, { by, why: 'no answer was given' })
    }
    if (/^y(?:es)?$/i.test(answer)) return runner.approve(key, call, { by })
    const isReason = answer !== '' && !/^no?$/i.test(answer)
    return runner.deny(key, call, { by, ...(isReason && { why: answer }) })
  }

  /**
   * Follows a run until it ends or waits, and then the runs for messages typed meanwhile. ^C cancels the current run.
   */
  private async followRuns(
    begin: (signal: AbortSignal) => RunStream,
    isMessage = false,
  ): Promise<RunOutcome> {
    const sent: Promise<number>[] = []
    let abort = new AbortController()
    let begun = (): void => {}
    // Messages that are typed later must come after the message that began the run.
    const first = isMessage
      ? new Promise<void>(resolve => {
          begun = resolve
        })
      : Promise.resolve()
    const release = this.prompt.listenWhileWorking({
      line: text => {
        if (text.trim() !== '') sent.push(this.send(text, first))
      },
      interrupt: () => abort.abort(),
    })
    try {
      let outcome = await this.run.follow(begin(abort.signal), {
        print: event => {
          this.reporter.print(event)
          if (event.type === 'event' && event.event.author === 'user') begun()
        },
        end: () => this.reporter.end(),
      })
      begun()
      while (sent.length > 0) {
        const revisions = await Promise.all(sent.splice(0))
        if (Math.max(...revisions) <= outcome.revision) continue
        abort = new AbortController()
        outcome = await this.run.follow(this.run.resume(abort.signal), this.reporter)
      }
      return outcome
    } finally {
      release()
    }
  }

  private send(text: string, after: Promise<void>): Promise<number> {
    const sending = after.then(() => this.run.runner.send(this.run.key, text))
    // If the store fails here, the error is reported where the sent message is awaited.
    sending.catch(() => {})
    return sending
  }

  private printNote(text: string): void {
    this.io.out(`${this.paint('dim', text)}\n`)
  }

  private get paint() {
    return paintFor(this.io.colour.out)
  }
}
