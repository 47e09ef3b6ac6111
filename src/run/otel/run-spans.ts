import {
  type Context,
  context,
  type HrTime,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { Compiled } from '../../core/compile/contract/result.ts'
import type { Event } from '../../core/ir/event.ts'
import type { SessionKey } from '../../core/session/owner.ts'
import { digest } from '../../core/text/digest.ts'
import type { ObservedRun } from '../runner/observe/observer.ts'
import type { RunOutcome } from '../runner/run-event.ts'
import { answerJSON, messagesJSON } from './content.ts'
import conventions from './conventions.json' with { type: 'json' }

/** Converts milliseconds since 1970 to a pair: OpenTelemetry may read a number as time since process start. */
export const toHrTime = (milliseconds: number): HrTime => {
  const seconds = Math.floor(milliseconds / 1_000)
  return [seconds, Math.round((milliseconds - seconds * 1_000) * 1_000_000)]
}

const { attributes: names, operations, langfuse } = conventions

/** Span that has not ended, and the context in which its child spans begin. */
export interface OpenSpan {
  readonly span: Span
  readonly context: Context
}

/** Span of an agent on a branch. */
interface AgentSpan extends OpenSpan {
  readonly agent: string
  /** Time of the agent's last activity, in milliseconds since 1970. */
  last: number
  /** Whether the agent's first request was added to the span. */
  isDescribed: boolean
}

/** Returns a parent span for the spans of a run in any process. Its ids are derived from the run's id. */
function parentSpanOfRun(runId: string): SpanContext {
  const hex = digest(`run ${runId}`)
  return { traceId: hex.slice(0, 32), spanId: hex.slice(32, 48), traceFlags: 1, isRemote: true }
}

const callPlaceOfBranch = (branch: string): string => /^call:(\d+\.\d+)/.exec(branch)?.[1] ?? ''

/** Returns an id for a user that does not reveal the user's own id. */
const hashUserId = (app: string, user: string): string =>
  digest(`user ${JSON.stringify([app, user])}`).slice(0, 32)

const userAttributes = (id: string) => ({ [names.user]: id, [langfuse.user]: id })

/** Options of the spans of a run. */
interface SpanOptions {
  readonly trace?: 'process' | 'run'
  readonly content?: boolean
  readonly user?: 'hashed' | 'plain'
}

/** Spans for one session while a process works on it: one for the run, and one for each agent. */
export class RunSpans {
  private readonly tracer: Tracer
  private readonly session: SessionKey
  private readonly content: boolean
  private readonly run: OpenSpan
  /** Report that contains the run's message; null once the message is on the run's span. */
  private observed: ObservedRun | null
  /** Spans of agents, by branch. If another agent works on the branch, the span of the previous one ends. */
  private readonly agents = new Map<string, AgentSpan>()
  /** Spans of the agents that made tool calls, by place of the call. */
  private readonly callers = new Map<string, OpenSpan>()
  /** Newest compiled request for each agent and branch. */
  readonly requests = new Map<string, Compiled>()

  constructor(tracer: Tracer, run: ObservedRun, options: SpanOptions) {
    this.tracer = tracer
    this.session = run.session
    this.content = options.content === true
    this.run = this.beginRunSpan(run, options)
    this.observed = run
    for (const event of run.events) this.recordEvent(event)
  }

  /** Adds the run's message to its span when a model is called: only then have all detectors checked it. */
  addRunMessage(): void {
    if (!this.content || this.observed === null) return
    const asked = this.observed.events.filter(({ author, parts }) => author === 'user' && parts.length > 0)
    if (asked.length > 0) this.run.span.setAttribute(names.inputMessages, messagesJSON(asked))
    this.observed = null
  }

  /** Returns the span of an agent. Begins a span if the agent has none on the branch. */
  agentSpan(agent: string, branch: string, time: number): AgentSpan {
    const known = this.agents.get(branch)
    if (known?.agent === agent) return known
    known?.span.end(toHrTime(known.last))
    const parent = this.callers.get(callPlaceOfBranch(branch)) ?? this.run
    const span = this.tracer.startSpan(
      `${operations.agent} ${agent}`,
      {
        kind: SpanKind.INTERNAL,
        startTime: toHrTime(time),
        attributes: {
          [names.operation]: operations.agent,
          [names.agent]: agent,
          [names.conversation]: this.session.id,
          'ctxc.branch': branch,
        },
      },
      parent.context,
    )
    const opened = {
      span,
      context: trace.setSpan(parent.context, span),
      agent,
      last: time,
      isDescribed: false,
    }
    this.agents.set(branch, opened)
    return opened
  }

  /** Records that a model or tool call of an agent ended. The agent's span ends at the end of its last call. */
  recordCallEnd(agent: string, branch: string, time: number): void {
    const span = this.agents.get(branch)
    if (span?.agent === agent) span.last = Math.max(span.last, time)
  }

  /** Adds an event to the spans: tool calls, waits, decisions, and the ends of a run. */
  recordEvent({ seq, branch, parts, actions, time }: Event): void {
    const caller = this.agents.get(branch)
    for (const [index, part] of parts.entries())
      if (part.kind === 'tool-call' && caller) this.callers.set(`${seq}.${index}`, caller)
    const { run } = actions ?? {}
    if (run === undefined) return
    const addRunNote = (name: string, attributes: Record<string, string | number | boolean>): void => {
      this.run.span.addEvent(name, attributes, ...(time === undefined ? [] : [toHrTime(time)]))
    }
    for (const call of run.waits?.calls ?? []) addRunNote('ctxc.approval.requested', { 'ctxc.call': call })
    if (run.decided)
      addRunNote('ctxc.approval.decided', {
        'ctxc.call': run.decided.call,
        'ctxc.approved': run.decided.approved,
      })
    if (run.limit) addRunNote('ctxc.limit', { 'ctxc.limit': run.limit.name, 'ctxc.most': run.limit.most })
    if (run.failed) addRunNote('ctxc.failed', { 'ctxc.branch': run.failed.branch })
    if (run.cancelled) addRunNote('ctxc.cancelled', {})
  }

  /** Ends all spans, because the session is done or waits, or because work on it failed. */
  endAllSpans(status: RunOutcome['status'] | 'stopped', time: number, text: string | null): void {
    if (this.content && text)
      this.run.span.setAttribute(names.outputMessages, answerJSON([{ author: '', text }], null))
    for (const { span, last } of this.agents.values()) span.end(toHrTime(last))
    this.run.span.setAttribute('ctxc.status', status)
    if (status === 'failed' || status === 'stopped') this.run.span.setStatus({ code: SpanStatusCode.ERROR })
    this.run.span.end(toHrTime(time))
  }

  private beginRunSpan(
    { runId, time }: ObservedRun,
    { trace: of, content, user: as }: SpanOptions,
  ): OpenSpan {
    // If the app has a span of its own, such as one of an HTTP request, this span is the parent.
    const active = context.active()
    const isDerived = of === 'run' && runId !== null && trace.getSpan(active) === undefined
    const parent = isDerived ? trace.setSpanContext(active, parentSpanOfRun(runId)) : active
    const { app, user } = this.session.owner
    const span = this.tracer.startSpan(
      operations.workflow,
      {
        kind: SpanKind.INTERNAL,
        startTime: toHrTime(time),
        attributes: {
          [names.operation]: operations.workflow,
          // OpenTelemetry's conventions have no operation for a workflow.
          [langfuse.observation]: langfuse.types.workflow,
          [names.conversation]: this.session.id,
          'ctxc.app': app,
          ...(content && user !== undefined && { 'ctxc.user': user }),
          ...(as !== undefined &&
            user !== undefined &&
            userAttributes(as === 'plain' ? user : hashUserId(app, user))),
          ...(runId !== null && { 'ctxc.run': runId }),
        },
      },
      parent,
    )
    return { span, context: trace.setSpan(parent, span) }
  }
}
