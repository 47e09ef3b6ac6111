import { transferName } from '../../core/ir/call.ts'
import { type Event, roleOfAuthor } from '../../core/ir/event.ts'
import type { JsonValue } from '../../core/ir/json.ts'
import type { ToolResultPart } from '../../core/ir/result.ts'
import { answerInResult } from '../../core/session/unit/returned-result.ts'
import type { RunEvent, RunOutcome } from '../runner/run-event.ts'
import { AnswerTexts, type PagePiece, pagePieces } from './answer-texts.ts'
import { type CallEnding, cancelledCall, deniedCall, resultEnding } from './call-ending.ts'
import { askedOf, type CallAsked, type ChatCall, ChatCalls, callChunk, progressKey } from './chat-calls.ts'
import { decideCall } from './decide-call.ts'
import { beforeMessages, isToolAgentBranch, isUserMessage } from './message-id.ts'
import { MessageStep } from './message-step.ts'
import type { ChatOptions, PlacedChunk, UIChunk } from './ui-chunk.ts'

/**
 * Converts a session's events to chunks of the answers to a user's messages. This class alone decides what a page
 * shows, both in a stream and in a loaded history. An answer belongs to the user's last message before it. A tool
 * result belongs to the answer that contains its call.
 */
export class UIWriter {
  private readonly options: ChatOptions
  private readonly calls = new ChatCalls()
  private readonly texts = new Map<string, AnswerTexts>()
  private readonly steps = new Map<number, MessageStep>()
  /** Events of one model answer, collected until the answer's last event arrives. */
  private answer: Event[] = []
  /** Result of a tool that is the answer, and whose text is not written yet. */
  private returned: { readonly seq: number; readonly text: string } | null = null
  /** Seq of the user's message that is being answered. */
  private message = beforeMessages
  private lastId = 0

  constructor(options: ChatOptions = {}) {
    this.options = options
  }

  /** Returns the seq of the user's message whose answer contains a call; null if the page does not show the call. */
  messageSeqOfCall(place: string): number | null {
    return this.calls.findByPlace(place)?.of ?? null
  }

  /** Places of the calls that wait for an answer. */
  get askedCalls(): readonly string[] {
    return this.calls.asked
  }

  *writeRunEvent(event: RunEvent): Generator<PlacedChunk> {
    if (event.type === 'event') yield* this.writeEvent(event.event)
    else if (event.type === 'progress') yield* this.writeProgress(event)
    else if (event.type === 'retracted') yield* this.removeAnswerTexts(answerKey(event.agent, event.branch))
    else if (event.type === 'delta' && !isToolAgentBranch(event.branch) && event.text !== '') {
      const { kind, agent, branch, text } = event
      if (kind !== 'tool-call' && (kind === 'text' || this.options.reasoning))
        yield* this.writePiece(answerKey(agent, branch), { kind, text })
    }
  }

  /** Writes a report of a running call, unless the page shows the same one. */
  private *writeProgress({ call: place, value }: ProgressEvent): Generator<PlacedChunk> {
    const call = this.calls.findByPlace(place)
    const shown = progressKey(value)
    if (!this.options.results || call?.of == null || call.end !== null || call.progress === shown) return
    call.progress = shown
    const data = { toolCallId: place, toolName: call.name, value }
    yield { of: call.of, chunk: { type: 'data-progress', id: place, transient: true, data } }
  }

  /**
   * Closes the calls that a rewind removes, so that a page does not post its decisions on them again. Removes texts
   * that still stream, because they may belong to a removed message; if not, they are sent again when complete.
   */
  *closeRewoundCalls(to: number): Generator<PlacedChunk> {
    for (const name of [...this.texts.keys()]) yield* this.removeAnswerTexts(name)
    if ((this.returned?.seq ?? -1) >= to) this.returned = null
    for (const call of this.calls.open)
      if (Number.parseInt(call.place, 10) >= to) yield* this.closeCall(call, 'cancelled', cancelledCall)
  }

  /** Ends all messages. The answer to the user's message at `of` gets the run's outcome. */
  *endMessages(
    of: number,
    { status, reason }: Pick<RunOutcome, 'status' | 'reason'>,
  ): Generator<PlacedChunk> {
    yield* this.writeCollectedAnswer()
    for (const name of this.texts.keys()) yield* this.removeAnswerTexts(name)
    yield* this.recordChunks(of, this.stepOfMessage(of).end())
    const errorText = (this.options.reasons ? reason : null) ?? 'The answer could not be completed.'
    if (status === 'failed' || status === 'limited') yield { of, chunk: { type: 'error', errorText } }
    yield { of, chunk: { type: status === 'cancelled' ? 'abort' : 'finish' } }
  }

  private *writeEvent(event: Event): Generator<PlacedChunk> {
    const { author, branch, actions, visibility } = event
    this.calls.recordCalls(event)
    if (visibility === 'internal') return
    if (isToolAgentBranch(branch)) return yield* this.writeResults(event)
    const isAnswer = roleOfAuthor(author) === 'model' && event.parts.length > 0
    const [first] = this.answer
    if (first !== undefined && (!isAnswer || first.author !== author || first.branch !== branch))
      yield* this.writeCollectedAnswer()
    if (isUserMessage(event)) yield* this.moveToNewAnswer(event.seq)
    if (isAnswer) {
      this.answer.push(event)
      if (actions?.run?.answered !== undefined) yield* this.writeCollectedAnswer()
      return
    }
    yield* this.writeResults(event)
    yield* this.writeRunMarks(event)
  }

  /** Begins the answer to a user's message. Texts that still stream move into this answer. */
  private *moveToNewAnswer(seq: number): Generator<PlacedChunk> {
    this.message = seq
    for (const [name, { shown }] of [...this.texts]) {
      yield* this.removeAnswerTexts(name)
      for (const piece of shown) yield* this.writePiece(name, piece)
    }
  }

  /** Writes the answer whose events were collected so far. Called automatically at the answer's last event. */
  *writeCollectedAnswer(): Generator<PlacedChunk> {
    const { answer } = this
    const [first] = answer
    this.answer = []
    if (first === undefined) return
    const name = answerKey(first.author, first.branch)
    // The answer violates its agent's output schema, so the model is asked again.
    if (answer.some(({ actions }) => actions?.run?.rejected !== undefined))
      return yield* this.removeAnswerTexts(name)
    const parts = answer.flatMap(event => event.parts)
    const pieces = pagePieces(parts, this.options.reasoning === true)
    if (this.texts.get(name)?.isPrefixOf(pieces) === false) yield* this.removeAnswerTexts(name)
    const texts = yield* this.textsOfAnswer(name)
    yield* this.recordChunks(texts.of, texts.sendRemainingText(pieces))
    this.texts.delete(name)
    const asked = answer.flatMap(({ actions }) => actions?.run?.answered?.asked ?? [])
    for (const { seq, parts } of answer)
      for (const [index, part] of parts.entries()) {
        // A page may answer a call as soon as it is shown.
        if (part.kind === 'tool-call' && asked.includes(part.name)) continue
        if (part.kind === 'tool-call') yield* this.writeCall(`${seq}.${index}`)
        else if (this.calls.findByPlace(`${seq}.${index}`) !== null)
          yield* this.askForApproval(`${seq}.${index}`)
      }
    for (const event of answer) yield* this.writeRunMarks(event)
  }

  private *writePiece(name: string, piece: PagePiece): Generator<PlacedChunk> {
    const texts = yield* this.textsOfAnswer(name)
    yield* this.recordChunks(texts.of, texts.sendPiece(piece))
  }

  private *writeCall(
    place: string,
    isWhole = this.options.arguments === true,
    asked?: CallAsked,
  ): Generator<PlacedChunk> {
    const call = this.calls.findByPlace(place)
    if (call === null || call.name === transferName) return
    call.of ??= this.message
    yield* this.recordChunks(call.of, [callChunk(call, isWhole, asked)])
  }

  /** Asks the page for the answer of a call. */
  private *askForAnswer(place: string, asked: CallAsked): Generator<PlacedChunk> {
    const call = this.calls.findByPlace(place)
    if (call === null) return
    this.calls.ask(call, true)
    yield* this.writeCall(place, true, asked)
  }

  /** Asks the user to approve or deny a call. */
  private *askForApproval(place: string): Generator<PlacedChunk> {
    yield* this.writeCall(place, true)
    const call = this.calls.findByPlace(place)
    if (call?.of == null) return
    this.calls.ask(call, false)
    yield* this.recordChunks(call.of, [
      { type: 'tool-approval-request', approvalId: place, toolCallId: place },
    ])
  }

  /**
   * Writes the results of calls that the page shows. Of an agent that works as a tool, the page shows only the calls
   * that needed approval.
   */
  private *writeResults(event: Event): Generator<PlacedChunk> {
    const answer = isToolAgentBranch(event.branch) ? null : answerInResult(event)
    for (const part of event.parts)
      if (part.kind === 'tool-result')
        yield* this.writeResult(this.calls.callAnsweredBy(event.branch, part.id), part, answer)
    if (typeof answer === 'string' && answer !== '') this.returned = { seq: event.seq, text: answer }
    for (const call of this.calls.callsDecidedIn(event))
      if (event.actions?.run?.decided === undefined && call.isWaiting)
        yield* this.closeCall(call, 'answered', deniedCall)
  }

  /**
   * Writes the text of a result that is the answer. The step of its call stays the last one as long as other calls of it
   * may wait, because a page posts decisions on calls of the last step.
   */
  private *writeReturnedText(): Generator<PlacedChunk> {
    const { returned } = this
    this.returned = null
    if (returned === null) return
    const { seq, text } = returned
    const texts = yield* this.textsOfAnswer(`result ${seq}`)
    yield* this.recordChunks(texts.of, texts.sendRemainingText([{ kind: 'text', text }]))
    this.texts.delete(`result ${seq}`)
  }

  /** Writes a result. `answer` is the answer of the agent, if the result is the answer; otherwise null. */
  private *writeResult(
    call: ChatCall | null,
    part: ToolResultPart,
    answer: JsonValue,
  ): Generator<PlacedChunk> {
    const { isError } = part
    // A cancelled call gets its stored result when the next run begins, but the page already shows it as cancelled.
    if (call === null || (call.end === 'cancelled' && isError)) return
    // The page shows the answer since it was given.
    if (call.isAsked && call.end === 'answered') return
    const isDenied = isError && !call.isAsked && (call.isDenied || call.isWaiting)
    const isWhole = this.options.results === true
    yield* this.closeCall(call, 'answered', isDenied ? deniedCall : resultEnding(part, { answer, isWhole }))
  }

  private *closeCall(call: ChatCall, end: ChatCall['end'], how: CallEnding): Generator<PlacedChunk> {
    call.end = end
    call.isWaiting = false
    if (call.of !== null) yield* this.recordChunks(call.of, [{ ...how, toolCallId: call.place }])
  }

  private *writeRunMarks({ actions: { run } = {} }: Event): Generator<PlacedChunk> {
    for (const place of run?.waits?.calls ?? [])
      if (run?.waits?.for === 'answer') yield* this.askForAnswer(place, askedOf(run.waits))
      else yield* this.askForApproval(place)
    if (run?.cancelled !== undefined) {
      const { calls } = run.cancelled
      for (const call of this.calls.open)
        if (calls === undefined || calls.includes(call.place))
          yield* this.closeCall(call, 'cancelled', cancelledCall)
    }
    if (run?.ended ?? run?.limit ?? run?.failed ?? run?.cancelled) {
      yield* this.writeReturnedText()
      yield* this.leaveLastCalls()
    }
    const call = run?.decided && this.calls.findByPlace(run.decided.call)
    if (run?.decided === undefined || call?.of == null) return
    yield* this.recordChunks(call.of, decideCall(call, run.decided, this.options.arguments === true))
  }

  /** Begins an empty step after a run that ended with calls: a page posts a message whose last step has finished calls. */
  private *leaveLastCalls(): Generator<PlacedChunk> {
    const of = this.message
    const step = this.stepOfMessage(of)
    if (step.hasCalls) for (const chunk of step.beginEmpty()) yield { of, chunk }
  }

  /** Removes the texts of an answer from the page. */
  private *removeAnswerTexts(name: string): Generator<PlacedChunk> {
    const texts = this.texts.get(name)
    this.texts.delete(name)
    if (texts === undefined) return
    const ids = new Set(texts.shown.map(({ id }) => id))
    for (const chunk of this.stepOfMessage(texts.of).removeTexts(ids)) yield { of: texts.of, chunk }
  }

  /**
   * Returns the texts of an answer. Begins a new step for them, unless the current step has other texts that may still
   * be removed.
   */
  private *textsOfAnswer(name: string): Generator<PlacedChunk, AnswerTexts> {
    const known = this.texts.get(name)
    if (known !== undefined) return known
    yield* this.writeReturnedText()
    const of = this.message
    const isShared = [...this.texts.values()].some(texts => texts.of === of)
    if (!isShared) for (const chunk of this.stepOfMessage(of).begin()) yield { of, chunk }
    const texts = new AnswerTexts(of, () => `t${++this.lastId}`)
    this.texts.set(name, texts)
    return texts
  }

  private *recordChunks(of: number, chunks: Iterable<UIChunk>): Generator<PlacedChunk> {
    for (const chunk of chunks) yield { of, chunk: this.stepOfMessage(of).recordChunk(chunk) }
  }

  private stepOfMessage(of: number): MessageStep {
    const step = this.steps.get(of) ?? new MessageStep()
    this.steps.set(of, step)
    return step
  }
}

type ProgressEvent = Extract<RunEvent, { type: 'progress' }>

const answerKey = (agent: string, branch: string): string => `${agent}\n${branch}`
