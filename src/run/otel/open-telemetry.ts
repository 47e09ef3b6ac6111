import {
  type Attributes,
  context,
  type Meter,
  metrics,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import manifest from '../../../package.json' with { type: 'json' }
import { oneOf, trueOrFalse } from '../../core/form/check.ts'
import { acceptAnyValue, type OptionsForm, readOptions } from '../../core/form/options.ts'
import type { Event } from '../../core/ir/event.ts'
import { keyText, type SessionKey } from '../../core/session/owner.ts'
import { readFailure } from '../models/failure.ts'
import { ModelError } from '../models/model-error.ts'
import type {
  CallObserver,
  ObservedAnswer,
  ObservedModelCall,
  ObservedResult,
  ObservedRun,
  ObservedToolCall,
  RunObserver,
} from '../runner/observe/observer.ts'
import type { RunOutcome } from '../runner/run-event.ts'
import {
  answerAttributes,
  answerUsage,
  callAttributes,
  conventionProvider,
  detailAttributes,
} from './chat-attributes.ts'
import { answerJSON, attributeJSON, requestContent } from './content.ts'
import conventions from './conventions.json' with { type: 'json' }
import { requestSettings } from './request-settings.ts'
import { RunSpans, toHrTime } from './run-spans.ts'

const { attributes: names, operations } = conventions

/** Options of `openTelemetry`. */
export interface OpenTelemetryOptions {
  /** Tracer that makes the spans; by default one of the global provider. */
  readonly tracer?: Tracer
  /** Meter that makes the metrics; by default one of the global provider. */
  readonly meter?: Meter
  /**
   * Whether to export messages, instructions, tools, arguments, results, error texts and the user's id (`ctxc.user`).
   * By default, none of these is exported.
   */
  readonly content?: boolean
  /**
   * Form of the user's id on a run's span, as `user.id` and `langfuse.user.id`. With `hashed`, the costs of one user
   * can still be added up. `plain` exports the id unchanged. If omitted, the id is not exported.
   */
  readonly user?: 'hashed' | 'plain'
  /** Whether spans of model calls contain the items that the compiler dropped, and its forecast of the cache. */
  readonly details?: boolean
  /**
   * Trace of a run that waits and continues in another process. With `process` (the default), it continues in a new
   * trace with an equal `ctxc.run`, and your sampler decides about both traces. With `run`, the trace's id is derived
   * from the run's id, so that the run is one trace. Samplers that follow the parent then sample every run.
   */
  readonly trace?: 'process' | 'run'
}

const form: OptionsForm<OpenTelemetryOptions> = {
  takes: {
    ...{ tracer: acceptAnyValue, meter: acceptAnyValue, content: trueOrFalse, details: trueOrFalse },
    user: oneOf(['hashed', 'plain']),
    trace: oneOf(['process', 'run']),
  },
}

/**
 * Returns an observer that makes OpenTelemetry spans and metrics of runs, by the published conventions for generative
 * AI: `invoke_workflow` for a run, `invoke_agent`, `chat` and `execute_tool` inside it. `ctxc.*` attributes hold facts
 * from the compiler: tokens by section, diagnostics, and with `details` the dropped items with reasons and the forecast
 * of the cache.
 *
 * @example
 * import { agent } from 'ctxc'
 * import { openTelemetry } from 'ctxc/otel'
 * import { createRunner } from 'ctxc/run'
 * import { inMemoryStore } from 'ctxc/store'
 * import { scriptedModel } from 'ctxc/testing'
 *
 * const program = agent({ name: 'bot', model: 'gpt-5.4' })
 * const models = () => scriptedModel(['Hello!'])
 * const runner = createRunner({ program, store: inMemoryStore(), models, observe: openTelemetry() })
 * console.log((await runner.run({ owner: { app: 'docs' }, id: 's1' }, { message: 'Hi' }).outcome).text) // Hello!
 */
export function openTelemetry(options: OpenTelemetryOptions = {}): RunObserver {
  return new OpenTelemetryObserver(readOptions(form, options, 'openTelemetry'))
}

class OpenTelemetryObserver implements RunObserver {
  private readonly tracer: Tracer
  private readonly histograms: ReturnType<typeof createHistograms>
  private readonly options: OpenTelemetryOptions
  private readonly sessions = new Map<string, RunSpans>()

  constructor(options: OpenTelemetryOptions) {
    this.options = options
    this.tracer = options.tracer ?? trace.getTracer('ctxc', manifest.version)
    this.histograms = createHistograms(options.meter ?? metrics.getMeter('ctxc', manifest.version))
  }

  event(session: SessionKey, event: Event): void {
    this.sessions.get(keyText(session))?.recordEvent(event)
  }

  begin(run: ObservedRun): void {
    this.sessions.set(keyText(run.session), new RunSpans(this.tracer, run, this.options))
  }

  rest(session: SessionKey, outcome: RunOutcome, time: number): void {
    this.endSessionSpans(session, outcome.status, time, outcome.text)
  }

  fail(session: SessionKey, _: unknown, time: number): void {
    this.endSessionSpans(session, 'stopped', time)
  }

  private endSessionSpans(
    session: SessionKey,
    status: RunOutcome['status'] | 'stopped',
    time: number,
    text: string | null = null,
  ): void {
    this.sessions.get(keyText(session))?.endAllSpans(status, time, text)
    this.sessions.delete(keyText(session))
  }

  modelCall(call: ObservedModelCall): CallObserver<ObservedAnswer> | undefined {
    const { content, details } = this.options
    const { session, agent, branch, time, compiled } = call
    const spans = this.sessions.get(keyText(session))
    if (spans === undefined) return undefined
    spans.addRunMessage()
    const parent = spans.agentSpan(agent, branch, time)
    const request = `${agent}\n${branch}`
    const said = content && compiled.ok ? contentAttributes(compiled.request) : {}
    if (!parent.isDescribed) parent.span.setAttributes(said)
    parent.isDescribed = true
    const attributes = {
      ...callAttributes(call),
      ...(compiled.ok && requestSettings(compiled.request)),
      ...(details && detailAttributes(call, spans.requests.get(request) ?? null)),
      ...said,
    }
    if (details) spans.requests.set(request, compiled)
    const span = this.tracer.startSpan(
      `${operations.chat} ${compiled.model ?? call.model}`,
      { kind: SpanKind.CLIENT, startTime: toHrTime(time), attributes },
      parent.context,
    )
    return this.observeChatSpan(call, span, trace.setSpan(parent.context, span), spans)
  }

  private observeChatSpan(
    call: ObservedModelCall,
    span: Span,
    inside: ReturnType<typeof context.active>,
    spans: RunSpans,
  ): CallObserver<ObservedAnswer> {
    return {
      within: work => context.with(inside, work),
      retrying: ({ time, delay, reason }) =>
        span.addEvent(
          'ctxc.retry',
          { 'ctxc.delay': delay, ...(this.options.content && { 'ctxc.reason': reason }) },
          toHrTime(time),
        ),
      end: answer => {
        const { events, error, time, finish } = answer
        span.setAttributes(answerAttributes(call, answer))
        if (this.options.content && events.length > 0) {
          const message = answerJSON(events, finish)
          span.setAttribute(names.outputMessages, message)
          // The last answer of an agent is the agent's output.
          spans.agentSpan(call.agent, call.branch, call.time).span.setAttribute(names.outputMessages, message)
        }
        if (error !== null) this.markFailed(span, error)
        span.end(toHrTime(time))
        spans.recordCallEnd(call.agent, call.branch, time)
        this.recordMetrics(call, answer)
      },
    }
  }

  private recordMetrics(call: ObservedModelCall, { time, firstPart, events, error }: ObservedAnswer): void {
    const { duration, tokens, firstChunk } = this.histograms
    const usage = answerUsage(events)
    const labels = {
      [names.operation]: operations.chat,
      [names.provider]: conventionProvider(call),
      [names.requestModel]: call.compiled.model ?? call.model,
      ...(usage?.model && { [names.responseModel]: usage.model }),
      ...(error !== null && { [names.error]: errorTypeOf(error) }),
    }
    duration.record((time - call.time) / 1_000, labels)
    if (firstPart !== null) firstChunk.record((firstPart - call.time) / 1_000, labels)
    if (usage === null) return
    tokens.record(usage.inputTokens, { ...labels, [names.tokenType]: 'input' })
    tokens.record(usage.outputTokens, { ...labels, [names.tokenType]: 'output' })
  }

  toolCall(call: ObservedToolCall): CallObserver<ObservedResult> | undefined {
    const { content } = this.options
    const { session, agent, branch, time, tool } = call
    const spans = this.sessions.get(keyText(session))
    if (spans === undefined) return undefined
    const parent = spans.agentSpan(agent, branch, time)
    const attributes = {
      ...toolAttributes(call),
      ...(content && { [names.callArguments]: attributeJSON(call.input) }),
    }
    const span = this.tracer.startSpan(
      `${operations.tool} ${tool}`,
      { kind: SpanKind.INTERNAL, startTime: toHrTime(time), attributes },
      parent.context,
    )
    const inside = trace.setSpan(parent.context, span)
    return {
      within: work => context.with(inside, work),
      end: ({ time: ended, value, error }) => {
        if (content && error === null) span.setAttribute(names.callResult, attributeJSON(value))
        if (error !== null) this.markFailed(span, error)
        span.end(toHrTime(ended))
        spans.recordCallEnd(agent, branch, ended)
      },
    }
  }

  private markFailed(span: Span, error: unknown): void {
    span.setAttribute(names.error, errorTypeOf(error))
    const message = this.options.content ? { message: readFailure(error).reason } : {}
    span.setStatus({ code: SpanStatusCode.ERROR, ...message })
  }
}

/** Returns the texts of a request as span attributes. */
function contentAttributes(request: object): Attributes {
  const { messages, instructions, tools } = requestContent(request)
  return {
    [names.inputMessages]: messages,
    ...(instructions !== null && { [names.systemInstructions]: instructions }),
    ...(tools !== null && { [names.toolDefinitions]: tools }),
  }
}

const toolAttributes = ({ agent, branch, tool, id, call, session }: ObservedToolCall) => ({
  [names.operation]: operations.tool,
  [names.tool]: tool,
  [names.toolType]: 'function',
  [names.call]: id,
  [names.agent]: agent,
  [names.conversation]: session.id,
  'ctxc.call': call,
  'ctxc.branch': branch,
})

/**
 * Returns the kind of an error: its status, code or class. A code is only exported if it looks like a code of the
 * system.
 */
function errorTypeOf(error: unknown): string {
  const { status, code, name } = (error ?? {}) as Readonly<Record<string, unknown>>
  if (typeof status === 'number') return String(status)
  const isOwn = error instanceof ModelError || /^[A-Z][A-Z_]{1,40}$/.test(String(code))
  if (typeof code === 'string' && isOwn && /^[\w.-]{1,64}$/.test(code)) return code
  return typeof name === 'string' && /^[\w.-]{1,64}$/.test(name) ? name : '_OTHER'
}

function createHistograms(meter: Meter) {
  const createHistogram = ({
    name,
    unit,
    boundaries,
  }: (typeof conventions.metrics)[keyof typeof conventions.metrics]) =>
    meter.createHistogram(name, { unit, advice: { explicitBucketBoundaries: boundaries } })
  const { duration, tokens, firstChunk } = conventions.metrics
  return {
    duration: createHistogram(duration),
    tokens: createHistogram(tokens),
    firstChunk: createHistogram(firstChunk),
  }
}
