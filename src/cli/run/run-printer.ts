import { branchConversation } from '../../core/ir/call-branch.ts'
import type { Event } from '../../core/ir/event.ts'
import { answerInResult, textOfValue } from '../../core/session/unit/returned-result.ts'
import { cutColumns, oneLine, type Paint } from '../../core/text/columns.ts'
import { toJson } from '../../core/text/json.ts'
import type { RunEvent } from '../../run/runner/run-event.ts'
import { printableText } from './clean-text.ts'
import { callLine, resultLine } from './part-lines.ts'

/** Functions that print a run's output. */
export interface RunOutput {
  /** Prints text of an answer. */
  out(text: string): void
  /** Prints a line about the run. */
  note(text: string): void
  readonly paint: Paint
  readonly columns: number
  /** Whether answers are marked with the name of their agent, because the program has several agents. */
  readonly isNamed: boolean
  /** Whether a line can be replaced, because notes are shown on a terminal. */
  readonly replacesLines: boolean
}

/** Control sequence of terminals that removes the current line. */
const removeLine = '\r\u001b[K'

/** Answer that is being printed while it streams. */
interface Streamed {
  readonly agent: string
  readonly branch: string
  text: string
}

/**
 * Printer of a run's events. It prints one streaming answer at a time, and one line for each tool call and each result.
 * Events of agents that work in parallel are printed after the streaming answer.
 */
export class RunPrinter {
  private readonly output: RunOutput
  private streamed: Streamed | null = null
  private readonly later: Event[] = []
  private isMidLine = false
  /** Whether the current line is the last report of a tool's progress, which the next output replaces. */
  private isProgressShown = false
  /** Calls of which a report was printed as a line that stays. */
  private readonly reported = new Set<string>()
  private isSeen = false
  /** Failure of an agent. It is printed only if the run continues, because otherwise the outcome contains it. */
  private failure: string | null = null

  constructor(output: RunOutput) {
    this.output = output
  }

  /** Skips the next message of the user in the output, because the user has just typed it. */
  skipMessage(): void {
    this.isSeen = true
  }

  print(event: RunEvent): void {
    if (this.failure !== null) this.printNoteLine(this.failure)
    this.failure = null
    if (event.type === 'event') this.printEvent(event.event)
    else if (event.type === 'delta') this.printDelta(event)
    else if (event.type === 'retrying') this.printNoteLine(retryLine(event))
    else if (event.type === 'progress') this.printProgress(event)
    else if (this.isStreamed(event)) this.retractFailedAnswer()
  }

  /** Ends the current line, and prints the events that waited for the streaming answer. */
  end(): void {
    this.streamed = null
    this.endLine()
    this.printWaitingEvents()
    this.failure = null
  }

  printNoteLine(line: string): void {
    this.endLine()
    const { note, paint, columns } = this.output
    note(`${paint('dim', cutColumns(line, columns - 1))}\n`)
  }

  /** Prints the last report of a call in one line: replaced by the next report, or only the first one. */
  private printProgress(event: Extract<RunEvent, { type: 'progress' }>): void {
    const { note, paint, columns, replacesLines } = this.output
    const line = progressLine(event)
    if (!replacesLines) {
      if (!this.reported.has(event.call)) this.printNoteLine(line)
      this.reported.add(event.call)
      return
    }
    this.endLine()
    note(paint('dim', cutColumns(line, columns - 1)))
    this.isProgressShown = true
  }

  private isStreamed({ agent, branch }: Pick<Streamed, 'agent' | 'branch'>): boolean {
    return this.streamed?.agent === agent && this.streamed.branch === branch
  }

  private printDelta({ kind, agent, branch, text }: Extract<RunEvent, { type: 'delta' }>): void {
    if (kind !== 'text') return
    if (this.streamed === null) {
      this.printAgentName(agent)
      this.streamed = { agent, branch, text: '' }
    }
    if (!this.isStreamed({ agent, branch })) return
    this.streamed.text += text
    this.write(text)
  }

  private retractFailedAnswer(): void {
    this.streamed = null
    this.printNoteLine('(this answer is withdrawn)')
    this.printWaitingEvents()
  }

  private printEvent(event: Event): void {
    const isOwn = this.isStreamed({ agent: event.author, branch: event.branch })
    if (this.streamed !== null && !isOwn) {
      this.later.push(event)
      return
    }
    if (event.author === 'user') this.printMessage(event)
    else if (event.author === 'tool') this.printResults(event)
    else this.printAnswer(event)
    if (isOwn) this.printWaitingEvents()
  }

  private printWaitingEvents(): void {
    for (const event of this.later.splice(0)) this.printEvent(event)
  }

  private printMessage(event: Event): void {
    if (this.isSeen) this.isSeen = false
    else this.printNoteLine(`> ${oneLine(textOf(event))}`)
  }

  private printResults(event: Event): void {
    for (const part of event.parts) if (part.kind === 'tool-result') this.printNoteLine(resultLine(part))
    const answer = branchConversation(event.branch) === '' ? answerInResult(event) : null
    if (answer === null) return
    this.write(textOfValue(answer))
    this.endLine()
  }

  private printAnswer(event: Event): void {
    // Texts of the role `developer` are only for the model, so they are not printed.
    const text = event.author === 'developer' ? '' : textOf(event)
    const shown = this.streamed?.text ?? ''
    this.streamed = null
    const isSame = shown !== '' && text.startsWith(shown)
    const rest = isSame ? text.slice(shown.length) : text.trim() === shown.trim() ? '' : text
    if (!isSame) this.endLine()
    if (rest !== '') {
      if (shown === '') this.printAgentName(event.author)
      this.write(rest)
    }
    this.endLine()
    const { failed, rejected } = event.actions?.run ?? {}
    if (failed !== undefined) this.failure = oneLine(`\u2717 ${failed.agent} failed: ${failed.why}`)
    if (rejected !== undefined) this.printNoteLine(oneLine(`\u2717 the answer is not valid: ${rejected.why}`))
    const name = this.output.isNamed ? `${oneLine(event.author)} ` : ''
    for (const part of event.parts)
      if (part.kind === 'tool-call') this.printNoteLine(`${name}${callLine(part)}`)
  }

  private printAgentName(agent: string): void {
    this.endLine()
    if (this.output.isNamed) this.printNoteLine(`${oneLine(agent)}:`)
  }

  private write(text: string): void {
    if (text === '') return
    this.removeProgress()
    const clean = printableText(text)
    this.output.out(clean)
    this.isMidLine = !clean.endsWith('\n')
  }

  private endLine(): void {
    this.removeProgress()
    if (this.isMidLine) this.output.out('\n')
    this.isMidLine = false
  }

  private removeProgress(): void {
    if (this.isProgressShown) this.output.note(removeLine)
    this.isProgressShown = false
  }
}

const textOf = ({ parts }: Event): string =>
  parts.map(part => (part.kind === 'text' ? part.text : '')).join('')

/** Returns the line which reports that a model call is repeated. */
const retryLine = ({ reason, delay }: Extract<RunEvent, { type: 'retrying' }>): string =>
  oneLine(`the model cannot be called (${printableText(reason)}): again in ${(delay / 1_000).toFixed(1)} s`)

/** Returns the line which reports a tool's progress. */
const progressLine = ({ tool, value }: Extract<RunEvent, { type: 'progress' }>): string =>
  oneLine(`${printableText(tool)}: ${typeof value === 'string' ? printableText(value) : toJson(value)}`)
