import {
  type Context,
  context,
  type Span,
  type SpanContext,
  SpanKind,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { Compiled } from '../compile/contract/result.ts'
import type { Event } from '../ir/event.ts'
import type { RunOutcome } from '../run/run-event.ts'
import type { SessionKey } from '../store/owner.ts'
import { digest } from '../text/digest.ts'
import conventions from './conventions.json' with { type: 'json' }
import { hrTime } from './time.ts'

const { attributes: names, operations } = conventions

/** A span that has not ended, and the context in which its children begin. */
export interface OpenSpan {
  readonly span: Span
  readonly context: Context
}

/**
 * Parent of all spans of a run, whatever process makes them: its ids are made from the run's id, so that a run that waited
 * and went on elsewhere is one trace.
 */
function parentOf(runId: string): SpanContext {
  const hex = digest(`run ${runId}`)
  return { traceId: hex.slice(0, 32), spanId: hex.slice(32, 48), traceFlags: 1, isRemote: true }
}

const conversation = (branch: string): string => /^call:(\d+\.\d+)/.exec(branch)?.[1] ?? ''

/** Spans of one session while it runs: the run, and the agents in it. */
export class RunSpans {
  private readonly tracer: Tracer
  private readonly session: SessionKey
  private run: OpenSpan | null = null
  /** Spans of agents, by branch: another agent on the branch ends the one before. */
  private readonly agents = new Map<string, OpenSpan & { readonly agent: string }>()
  /** Spans of the agents that made calls, by place of the call. */
  private readonly callers = new Map<string, OpenSpan>()
  /** Newest requests, by agent and branch. */
  readonly requests = new Map<string, Compiled>()

  constructor(tracer: Tracer, session: SessionKey) {
    this.tracer = tracer
    this.session = session
  }

  /** Returns the span of an agent that is at work, and begins it if it is new. */
  agent(agent: string, branch: string, runId: string | null, time: number): OpenSpan {
    const known = this.agents.get(branch)
    if (known?.agent === agent) return known
    known?.span.end(hrTime(time))
    const run = this.begun(runId, time)
    const parent = this.callers.get(conversation(branch)) ?? run
    const span = this.tracer.startSpan(
      `${operations.agent} ${agent}`,
      {
        kind: SpanKind.INTERNAL,
        startTime: hrTime(time),
        attributes: {
          [names.operation]: operations.agent,
          [names.agent]: agent,
          [names.conversation]: this.session.id,
          'ctxc.branch': branch,
        },
      },
      parent.context,
    )
    const opened = { span, context: trace.setSpan(parent.context, span), agent }
    this.agents.set(branch, opened)
    return opened
  }

  /** Takes note of an event: calls, waits, decisions and the ends of a run. */
  event({ seq, branch, parts, actions, time }: Event): void {
    const caller = this.agents.get(branch)
    for (const [index, part] of parts.entries())
      if (part.kind === 'tool-call' && caller) this.callers.set(`${seq}.${index}`, caller)
    const { run } = actions ?? {}
    if (run === undefined || this.run === null) return
    const note = (name: string, attributes: Record<string, string | number | boolean>): void => {
      this.run?.span.addEvent(name, attributes, ...(time === undefined ? [] : [hrTime(time)]))
    }
    for (const call of run.waits?.calls ?? []) note('ctxc.approval.requested', { 'ctxc.call': call })
    if (run.decided)
      note('ctxc.approval.decided', { 'ctxc.call': run.decided.call, 'ctxc.approved': run.decided.approved })
    if (run.limit) note('ctxc.limit', { 'ctxc.limit': run.limit.name, 'ctxc.most': run.limit.most })
    if (run.failed) note('ctxc.failed', { 'ctxc.branch': run.failed.branch })
    if (run.cancelled) note('ctxc.cancelled', {})
  }

  /** Ends all spans: the session has come to rest. */
  rest({ status }: RunOutcome, time: number): void {
    for (const { span } of this.agents.values()) span.end(hrTime(time))
    this.agents.clear()
    this.callers.clear()
    if (this.run === null) return
    this.run.span.setAttribute('ctxc.status', status)
    if (status === 'failed') this.run.span.setStatus({ code: 2 })
    this.run.span.end(hrTime(time))
    this.run = null
  }

  private begun(runId: string | null, time: number): OpenSpan {
    if (this.run !== null) return this.run
    // The app's own span, such as that of an HTTP request, comes first.
    const active = context.active()
    const isInside = trace.getSpan(active) !== undefined
    const parent = isInside || runId === null ? active : trace.setSpanContext(active, parentOf(runId))
    const { app, user } = this.session.owner
    const span = this.tracer.startSpan(
      operations.workflow,
      {
        kind: SpanKind.INTERNAL,
        startTime: hrTime(time),
        attributes: {
          [names.operation]: operations.workflow,
          [names.conversation]: this.session.id,
          'ctxc.app': app,
          ...(user !== undefined && { 'ctxc.user': user }),
          ...(runId !== null && { 'ctxc.run': runId }),
        },
        ...(isInside && runId !== null && { links: [{ context: parentOf(runId) }] }),
      },
      parent,
    )
    this.run = { span, context: trace.setSpan(parent, span) }
    return this.run
  }
}
