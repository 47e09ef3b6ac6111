import { answerOf } from '../../core/compile/answer/answer-of.ts'
import type { Compiled } from '../../core/compile/contract/result.ts'
import { cacheGone } from '../../core/compile/explicit-cache/cache-gone.ts'
import { laterWorkOf } from '../../core/compile/later/later-work.ts'
import { untilAborted } from '../../core/effect/until-aborted.ts'
import type { EventInput } from '../../core/ir/event.ts'
import type { RunAnswer } from '../../core/ir/run-action.ts'
import { sessionText } from '../../core/session/owner.ts'
import { reasonOf } from '../../core/text/reason.ts'
import { isCacheRefused, readFailure } from '../models/failure.ts'
import type { ModelClient, ModelPart } from '../models/model-client.ts'
import {
  type AgentTask,
  lastResponseId,
  type NoAnswer,
  noAnswerError,
  type RecordedAnswer,
  recordCallbackAnswer,
  toPartialAnswer,
  usageOfAnswer,
  withUsageOf,
} from './answer.ts'
import { appendUnused } from './append-unused.ts'
import type { BilledCall } from './call-cost.ts'
import { assertAnswer, type Callbacks, firstAnswer, firstText, type ModelStep } from './callbacks.ts'
import { compileRequest } from './compile-request.ts'
import { readWithinDeadlines } from './model/deadlines.ts'
import { delayAfter, waitUnlessAborted } from './model/retry.ts'
import type { ObservedAnswer } from './observe/observer.ts'
import { Observed, runIdOf } from './observe/observers.ts'
import { endsDrive } from './quotas.ts'
import type { TurnContext } from './turn-context.ts'
import { unknownPriceReason } from './unknown-price.ts'

/** Maximum number of attempts that do not count, because the provider got too many calls. */
const mostCrowdedOut = 20

/** Parameters of one model call. */
interface CallOptions {
  readonly client: ModelClient
  readonly step: ModelStep
  readonly callbacks: readonly Callbacks[]
  /** Whether no other model of the agent is left to try. */
  readonly isLast: boolean
}

/** Facts to store with an answer. */
type AnswerFacts = Omit<RecordedAnswer, 'events'>

/** Result of a compile that produced a request. */
type Ready = Compiled & { readonly ok: true }

/** Call of one model for an agent, with its retries. */
export class Call {
  private readonly context: TurnContext
  private readonly task: AgentTask
  private readonly options: CallOptions
  /** Texts of the answer that followers got so far. */
  private readonly shown: string[] = []
  /** Whether followers got a part of the answer. If so, a failed call is not repeated. */
  private isShown = false
  private observed = new Observed<ObservedAnswer>([])
  private firstPart: number | null = null
  /** Answer of the model, which a callback may still fail to take; null before it. */
  private received: RecordedAnswer | null = null
  /** Whether the provider refused the last attempt because it got too many calls. Such attempts do not count. */
  private isCrowdedOut = false
  /** Number of attempts that did not count. */
  private crowdedOut = 0

  constructor(context: TurnContext, task: AgentTask, options: CallOptions) {
    this.context = context
    this.task = task
    this.options = options
  }

  async answer(): Promise<RecordedAnswer | NoAnswer> {
    const { step } = this.options
    const now = this.context.settings.now()
    await this.assertWithinQuota()
    const { session, compiled } = await compileRequest(this.context, this.task, this.options, now)
    if (!compiled.ok) return { failed: compiled.diagnostics[0]?.message ?? 'there is no request' }
    const record: AnswerFacts = {
      effects: compiled.events,
      plan: compiled.plan,
      later: laterWorkOf(compiled),
      answered: { upTo: session.length, model: compiled.model ?? step.model, now },
      billed: null,
    }
    try {
      return await this.askModelOrCallback(compiled, record)
    } catch (error) {
      if (endsDrive(error)) throw error
      const { received } = this
      if (step.signal.aborted)
        return received === null ? this.partialAnswerEvents(record) : toPartialAnswer(received, this.task)
      if (received !== null) await appendUnused(this.context, received)
      return this.answerAfterError(error, record)
    }
  }

  /** Throws a `QuotaError` if the session's owner has reached its quota. */
  private async assertWithinQuota(): Promise<void> {
    const { quotas, live } = this.context
    if (quotas !== null)
      await untilAborted(quotas.assertWithinQuota(live.key.owner), this.options.step.signal)
  }

  private async askModelOrCallback(compiled: Ready, record: AnswerFacts): Promise<RecordedAnswer | NoAnswer> {
    const { step, callbacks } = this.options
    const instead = await firstText(callbacks, step.signal, each => each.beforeModel?.(step, compiled))
    if (instead !== undefined) return recordCallbackAnswer(this.task, instead, record)
    const unpriced = await unknownPriceReason(this.context, this.billedCall(record, null))
    if (unpriced !== null) return { failed: unpriced }
    const { live, settings, shown } = this.context
    const { agent, branch } = this.task
    this.observed = settings.observers.modelCall(() => ({
      ...{ session: live.key, runId: runIdOf(live.session), agent, branch },
      compiled: shown.protectCompiled(compiled),
      ...{ model: step.model, time: record.answered.now ?? settings.now() },
    }))
    try {
      const received = await this.observed.within(() => this.callUntilAnswered(compiled, record))
      this.received = received
      const answer = await this.applyAfterModel(received)
      this.reportCallEnd(answer.events, answer.answered, null)
      return answer
    } catch (error) {
      this.reportCallEnd([], null, error)
      throw error
    }
  }

  private reportCallEnd(events: readonly EventInput[], answered: RunAnswer | null, error: unknown): void {
    const { firstPart } = this
    const finish = answered?.finish ?? null
    const time = this.context.settings.now()
    const { shown } = this.context
    this.observed.end(() => ({
      ...{ time, firstPart, finish, usage: usageOfAnswer(events) ?? null },
      ...{ events: events.map(event => shown.protectValue(event)), error: shown.protectError(error) },
    }))
  }

  /** Calls the model until it answers, or until a failed call may not be repeated. */
  private async callUntilAnswered(compiled: Ready, record: AnswerFacts): Promise<RecordedAnswer> {
    let request: unknown = compiled.request
    for (let failed = 1; ; )
      try {
        return await this.attemptInSlot(compiled, request, record)
      } catch (error) {
        const whole = request === compiled.request ? await this.uncachedRequest(compiled, error) : null
        if (whole === null) await this.waitForRetry(error, failed)
        else request = whole
        if (!this.isCrowdedOut) failed++
      }
  }

  /** Attempts the call when the client's limits allow it. Tells the other sessions if the provider refuses the call. */
  private async attemptInSlot(
    compiled: Ready,
    request: unknown,
    record: AnswerFacts,
  ): Promise<RecordedAnswer> {
    const { client, step, isLast } = this.options
    const { slotsOf, retry } = this.context.settings
    const slots = slotsOf(client)
    // If the agent has another model, a refusal is no reason to wait.
    const slot = await slots.enter({ tokens: compiled.tokens.input, isPatient: isLast }, step.signal)
    this.isCrowdedOut = false
    try {
      // Calls of other sessions may have reached the quota while this one waited.
      await this.assertWithinQuota()
      const answer = await this.attemptModelCall(compiled, request, record)
      slots.leave(true)
      return answer
    } catch (error) {
      const { isRefused, retryAfter } = readFailure(error)
      this.isCrowdedOut = isRefused && isLast && !slot.isAlone && ++this.crowdedOut < mostCrowdedOut
      if (isRefused) slots.refuse(slot, Math.min(retryAfter ?? retry.delay, retry.longestDelay))
      else slots.leave(false)
      throw error
    }
  }

  /**
   * If a call failed because its provider cache no longer exists, records this and returns the request without the
   * cache. Otherwise returns null.
   */
  private async uncachedRequest({ cached }: Ready, error: unknown): Promise<object | null> {
    if (cached === null || this.isShown || !isCacheRefused(error)) return null
    await this.context.live.append(() => ({ events: [cacheGone(cached, reasonOf(error))] }))
    return cached.request
  }

  /** Waits until a failed call may be repeated. Throws the call's error if it may not. */
  private async waitForRetry(error: unknown, failed: number): Promise<void> {
    const { settings, report, shown } = this.context
    const { signal } = this.options.step
    const { agent, branch } = this.task
    const delay =
      this.isShown || signal.aborted ? null : delayAfter(error, failed, settings.retry, settings.random)
    if (delay === null) throw error
    const reason = reasonOf(error)
    this.firstPart = null
    report({ type: 'retrying', agent, branch, failed, delay, reason })
    if (!settings.observers.isEmpty)
      this.observed.retrying({ time: settings.now(), delay, reason: shown.protectValue(reason) })
    await waitUnlessAborted(delay, signal)
  }

  private async attemptModelCall(
    compiled: Ready,
    request: unknown,
    record: AnswerFacts,
  ): Promise<RecordedAnswer> {
    const { client, step } = this.options
    const { model, signal } = step
    const { live, settings } = this.context
    const key = `${sessionText(live.key)}/${record.answered.upTo}/${this.task.branch}`
    const previous = (): string | null => lastResponseId(live.session, this.task)
    const open = (limited: AbortSignal) => client.stream(request, { model, signal: limited, key, previous })
    const take = (part: ModelPart): RecordedAnswer | null => this.takePart(part, compiled, record)
    const answer = await readWithinDeadlines(open, take, { ...settings, signal })
    if (answer !== null) return answer
    if (signal.aborted) return this.partialAnswerEvents(record)
    throw new Error('the stream of the model ended without an answer')
  }

  /** Shows a part of the answer to followers. Returns the answer if the part is the whole of it. */
  private takePart(part: ModelPart, compiled: Ready, record: AnswerFacts): RecordedAnswer | null {
    if (part.type === 'progress') return null
    const { settings } = this.context
    if (this.firstPart === null && !settings.observers.isEmpty) this.firstPart = settings.now()
    if (part.type !== 'response') {
      this.showPart(part, compiled)
      return null
    }
    const events = answerOf(compiled, part.response)
    if (events.length === 0) throw noAnswerError(part.finish)
    const finish = typeof part.finish === 'string' ? { finish: part.finish } : {}
    const billed = this.billedCall(record, usageOfAnswer(events) ?? null)
    return { ...record, events, answered: { ...record.answered, ...finish }, billed }
  }

  /**
   * Runs the callbacks that may change a model's answer. The model is not called again after an error in a callback.
   */
  private async applyAfterModel(answer: RecordedAnswer): Promise<RecordedAnswer> {
    const { step, callbacks } = this.options
    if (answer.answered.partial) return answer
    const changed = await firstAnswer(callbacks, step.signal, each => each.afterModel?.(step, answer.events))
    if (changed === undefined) return answer
    assertAnswer(changed)
    return { ...answer, events: withUsageOf(answer, changed) }
  }

  private billedCall({ answered }: Pick<RecordedAnswer, 'answered'>, usage: BilledCall['usage']): BilledCall {
    const { client, step } = this.options
    return { model: answered.model ?? step.model, target: client.target, usage }
  }

  private showPart(
    part: Exclude<ModelPart, { readonly type: 'response' | 'progress' }>,
    { names }: Ready,
  ): void {
    const { agent, branch } = this.task
    this.isShown = true
    if (part.type === 'text') this.shown.push(part.text)
    this.context.report({
      type: 'delta',
      agent,
      branch,
      kind: part.type,
      text: part.text,
      ...(part.type === 'tool-call' && { tool: names.toDeclared(part.name) }),
    })
  }

  /**
   * Returns the text that arrived before the call was stopped, as one event that is recorded as partial. No event if no
   * text arrived.
   */
  private partialAnswerEvents(record: AnswerFacts): RecordedAnswer {
    const { agent: author, branch } = this.task
    const text = this.shown.join('')
    const events = text === '' ? [] : [{ author, branch, parts: [{ kind: 'text' as const, text }] }]
    const billed = this.billedCall(record, null)
    return { ...record, events, answered: { ...record.answered, partial: true }, billed }
  }

  private async answerAfterError(error: unknown, record: AnswerFacts): Promise<RecordedAnswer | NoAnswer> {
    const { step, callbacks, isLast } = this.options
    const { agent, branch } = this.task
    if (this.isShown) this.context.report({ type: 'retracted', agent, branch })
    if (!isLast) return { failed: reasonOf(error) }
    const instead = await firstText(callbacks, step.signal, each => each.onModelError?.(step, error)).catch(
      () => undefined,
    )
    return instead === undefined
      ? { failed: reasonOf(error) }
      : recordCallbackAnswer(this.task, instead, record)
  }
}
