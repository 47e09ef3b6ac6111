import type { Event } from '../ir/event.ts'
import type { Part } from '../ir/part.ts'
import type { ToolResultPart } from '../ir/result.ts'
import { transferName } from '../ir/transfer.ts'
import { askedCall, asksForApproval } from '../program/open-approvals.ts'
import type { RunEvent, RunOutcome } from '../run/run-event.ts'
import { AnswerTexts } from './answer-texts.ts'
import { ChatCalls, callChunk } from './chat-calls.ts'
import type { ChatOptions, UIChunk } from './ui-chunk.ts'

/** Branches of agents that work as tools: their words are for their caller. */
const isInner = (branch: string): boolean => branch.startsWith('call:')

/** Authors that are no agent. */
const others: ReadonlySet<string> = new Set(['user', 'developer', 'tool'])

/** Writes the events of a run as chunks of one message for the AI SDK's `useChat`. */
export class UIWriter {
  private readonly options: ChatOptions
  private readonly calls = new ChatCalls()
  private readonly texts = new Map<string, AnswerTexts>()
  /** Events of an answer whose last one is yet to come. */
  private answer: Event[] = []
  private isInStep = false
  private lastId = 0

  constructor(options: ChatOptions = {}) {
    this.options = options
  }

  /** Reads an event that the page has, so that later ones may refer to its calls. */
  skip(event: Event): void {
    this.calls.add(event)
    for (const place of event.actions?.run?.waits?.calls ?? []) this.calls.asked.add(place)
  }

  *write(event: RunEvent): Generator<UIChunk> {
    if (event.type === 'event') yield* this.writeEvent(event.event)
    else if (event.type === 'retracted') yield* this.textsOf(event.agent, event.branch).retract()
    else if (event.type === 'delta' && !isInner(event.branch) && event.text !== '') {
      const { kind, agent, branch, text } = event
      if (kind === 'tool-call' || (kind === 'reasoning' && !this.options.reasoning)) return
      const texts = this.textsOf(agent, branch)
      if (!texts.isShown) yield* this.step()
      yield* texts.add(kind, text)
    }
  }

  /** Ends the message. */
  *end({ status, reason }: Pick<RunOutcome, 'status' | 'reason'>): Generator<UIChunk> {
    yield* this.flush()
    for (const texts of this.texts.values()) yield* texts.retract()
    if (this.isInStep) yield { type: 'finish-step' }
    if (status === 'failed' || status === 'limited')
      yield {
        type: 'error',
        errorText: (this.options.reasons ? reason : null) ?? 'The answer could not be completed.',
      }
    if (status === 'cancelled') yield { type: 'abort' }
    else yield { type: 'finish' }
  }

  private *writeEvent(event: Event): Generator<UIChunk> {
    const { author, branch, actions, visibility } = event
    this.calls.add(event)
    if (visibility === 'internal') return
    if (isInner(branch)) return yield* this.writeResults(event, true)
    const isAnswer = !others.has(author) && event.parts.length > 0
    const [first] = this.answer
    if (first !== undefined && (!isAnswer || first.author !== author || first.branch !== branch))
      yield* this.flush()
    if (isAnswer) {
      this.answer.push(event)
      if (actions?.run?.answered !== undefined) yield* this.flush()
      return
    }
    yield* this.writeResults(event, false)
    yield* this.writeMarks(event)
  }

  /** Writes the answer whose events were read; the last event of an answer does so itself. */
  *flush(): Generator<UIChunk> {
    const { answer } = this
    const [first] = answer
    this.answer = []
    if (first === undefined) return
    const texts = this.textsOf(first.author, first.branch)
    // An answer that its agent's schema does not allow is asked for again.
    if (answer.some(({ actions }) => actions?.run?.rejected !== undefined)) return yield* texts.retract()
    if (!texts.isShown) yield* this.step()
    const text = answer
      .flatMap(({ parts }) => parts.map(part => (part.kind === 'text' ? part.text : '')))
      .join('')
    const isShown = yield* texts.settle(text)
    for (const { seq, parts } of answer)
      for (const [index, part] of parts.entries()) {
        const place = `${seq}.${index}`
        if (part.kind === 'tool-call') yield* this.writeCall(place)
        else if (asksForApproval(part)) yield* askedAt(place, part, parts)
        else if (!isShown) yield* this.writeText(texts, part)
      }
    yield* texts.settle(text)
    for (const event of answer) yield* this.writeMarks(event)
  }

  private *writeText(texts: AnswerTexts, part: Part): Generator<UIChunk> {
    const isReasoning = part.kind === 'reasoning' && this.options.reasoning === true
    if ((part.kind === 'text' || isReasoning) && 'text' in part && part.text !== '')
      yield* texts.add(isReasoning ? 'reasoning' : 'text', part.text)
  }

  private *writeCall(place: string, isWhole = this.options.arguments === true): Generator<UIChunk> {
    const call = this.calls.at(place)
    if (call !== null && call.part.name !== transferName) yield callChunk(call, isWhole)
  }

  /** Writes the results of an event; of an agent that works as a tool, only those of calls that a person decided about. */
  private *writeResults({ parts, branch }: Event, isInside: boolean): Generator<UIChunk> {
    for (const part of parts) if (part.kind === 'tool-result') yield* this.writeResult(part, branch, isInside)
  }

  private *writeResult(
    { id, isError, content }: ToolResultPart,
    branch: string,
    isInside: boolean,
  ): Generator<UIChunk> {
    const call = this.calls.answered(branch, id)
    if (call === null || call.part.name === transferName) return
    if (isInside && !this.calls.asked.has(call.place)) return
    const toolCallId = call.place
    const { results } = this.options
    if (this.calls.denied.has(toolCallId)) yield { type: 'tool-output-denied', toolCallId }
    else if (isError)
      yield {
        type: 'tool-output-error',
        toolCallId,
        errorText: results ? textOf(content) : 'The tool failed.',
      }
    else yield { type: 'tool-output-available', toolCallId, output: results ? outputOf(content) : null }
  }

  private *writeMarks({ actions: { run } = {} }: Event): Generator<UIChunk> {
    for (const place of run?.waits?.calls ?? []) {
      this.calls.asked.add(place)
      yield* this.writeCall(place, true)
      yield { type: 'tool-approval-request', approvalId: place, toolCallId: place }
    }
    if (run?.decided === undefined) return
    const { call, approved } = run.decided
    if (approved) this.calls.denied.delete(call)
    else this.calls.denied.add(call)
    yield { type: 'tool-approval-response', approvalId: call, approved }
  }

  private *step(): Generator<UIChunk> {
    if (this.isInStep) yield { type: 'finish-step' }
    this.isInStep = true
    yield { type: 'start-step' }
  }

  private textsOf(agent: string, branch: string): AnswerTexts {
    const name = `${agent}\n${branch}`
    const known = this.texts.get(name) ?? new AnswerTexts(() => `t${++this.lastId}`)
    this.texts.set(name, known)
    return known
  }
}

/** Writes a provider's request for the approval of a call that it runs itself. */
function* askedAt(place: string, part: Part, beside: readonly Part[]): Generator<UIChunk> {
  const { name, input } = askedCall(part, beside)
  yield { type: 'tool-input-available', toolCallId: place, toolName: name, input }
  yield { type: 'tool-approval-request', approvalId: place, toolCallId: place }
}

const textOf = (content: ToolResultPart['content']): string =>
  content.map(part => (part.kind === 'text' ? part.text : '')).join('\n')

/** Returns a result as a page shows it: a text as it is, data as data, a list of several. */
function outputOf(content: ToolResultPart['content']): unknown {
  const values = content.map(part =>
    part.kind === 'text' ? part.text : part.kind === 'data' ? part.value : part,
  )
  return values.length === 1 ? values[0] : values
}
