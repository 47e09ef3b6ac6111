import type { AgentLens } from '../../core/compile/agent-lens.ts'
import type { Compiled } from '../../core/compile/contract/result.ts'
import type { Event } from '../../core/ir/event.ts'
import type { Session } from '../../core/session/session.ts'
import type { RunEvent } from './run-event.ts'
import { changedError, changedResult } from './tools/tool-result.ts'

type Delta = Extract<RunEvent, { type: 'delta' }>

/** Text of an answer that is streaming, of one kind and tool. */
interface OpenText {
  readonly delta: Delta
  readonly stream: ReturnType<AgentLens['stream']>
  /** Text reported so far. */
  said: string
}

type Open = Map<string, OpenText>

/** Protected forms of everything that leaves a runner: events, streaming answers, values for observers. */
export class Shown {
  private readonly source: () => AgentLens
  private readonly open = new Map<string, Open>()

  constructor(source: () => AgentLens) {
    this.source = source
  }

  event(event: Event): Event {
    const lens = this.source()
    return lens.isClear ? event : lens.session.event(event.seq)
  }

  /**
   * Returns the reports that may be delivered now; `following` are the later events of the same commit. The end of a
   * text is held back while it might become part of a protected value, and a value without a placeholder number until
   * its event has one. In the end, all deltas add up to the text of their event: a text that was reported in another
   * form is retracted and reported again.
   */
  protectedReports(event: RunEvent, following: readonly Event[] = []): readonly RunEvent[] {
    const lens = this.source()
    if (lens.isClear) return [event]
    if (event.type === 'event') {
      if (event.event.actions?.rewind !== undefined) this.clear()
      return [...this.settled(event.event, following), { type: 'event', event: this.event(event.event) }]
    }
    const name = nameOf(event.agent, event.branch)
    if (event.type === 'retracted') this.open.delete(name)
    if (event.type === 'retrying') return [this.value(event)]
    // These texts were written by a tool or a server.
    if (event.type === 'progress') return [{ ...event, value: this.value(event.value) }]
    if (event.type !== 'delta') return [event]
    const open: Open = this.open.get(name) ?? new Map()
    this.open.set(name, open)
    // Texts of other kinds may come between the pieces of a text, so each kind is held back separately.
    const kind = `${event.kind} ${event.tool ?? ''}`
    const text = open.get(kind) ?? {
      delta: event,
      stream: lens.stream({ holdsNew: event.kind !== 'tool-call' }),
      said: '',
    }
    open.set(kind, text)
    return said(text, text.stream.push(event.text))
  }

  /** Drops the held-back texts of abandoned answers. */
  clear(): void {
    this.open.clear()
  }

  /**
   * Returns a compiled request in the form for observers. It differs if the agent's protections are fewer than the
   * program's.
   */
  compiled(compiled: Compiled): Compiled {
    const lens = this.source()
    if (lens.isClear) return compiled
    const { request, diagnostics, prefix, trace } = compiled
    return {
      ...compiled,
      ...this.value({ request, diagnostics, prefix, ...(trace && { trace }) }),
    } as Compiled
  }

  /** Returns a value without the known protected values, and without those that are found in it. */
  value<Value>(value: Value): Value {
    const lens = this.source()
    if (lens.isClear) return value
    try {
      return changedResult(value, lens.change([value], 'data')) as Value
    } catch {
      return '[withheld: it is no JSON]' as Value
    }
  }

  error(error: unknown): unknown {
    const lens = this.source()
    if (lens.isClear || error === null) return error
    const text = changedError(error, each => each).message
    return changedError(error, lens.change([text], 'data'))
  }

  /** Returns the remaining reports of an answer whose first event is in the store. */
  private settled(first: Event, following: readonly Event[]): readonly RunEvent[] {
    const { author: agent, branch } = first
    const name = nameOf(agent, branch)
    const open = this.open.get(name)
    if (open === undefined) return []
    this.open.delete(name)
    const isOther = (event: Event): boolean => nameOf(event.author, event.branch) !== name
    const end = following.findIndex(isOther)
    const answer = [first, ...following.slice(0, end < 0 ? following.length : end)].map(event =>
      this.event(event),
    )
    const texts = [...open.values()].map(text => ({ text, whole: wholeOf(text, answer) }))
    if (texts.every(({ text, whole }) => whole.startsWith(text.said)))
      return texts.flatMap(({ text, whole }) => said(text, whole.slice(text.said.length)))
    return [{ type: 'retracted', agent, branch }, ...texts.flatMap(({ text, whole }) => said(text, whole))]
  }
}

/** Returns the text of a stream as in the events of its answer; arguments of a call need no such text. */
function wholeOf({ delta, stream, said }: OpenText, answer: readonly Event[]): string {
  if (delta.kind === 'tool-call') return said + stream.end()
  return answer
    .flatMap(({ parts }) => parts.map(part => (part.kind === delta.kind && 'text' in part ? part.text : '')))
    .join('')
}

const nameOf = (agent: string, branch: string): string => `${agent}\n${branch}`

/** Returns the report of a text's piece. */
function said(open: OpenText, text: string): readonly Delta[] {
  open.said += text
  return text === '' ? [] : [{ ...open.delta, text }]
}

/** Returns a function that returns the protected form of the current session, computed once for each version. */
export function lensSource(current: () => Session, shown: (session: Session) => AgentLens): () => AgentLens {
  let known: { readonly session: Session; readonly lens: AgentLens } | null = null
  return () => {
    const session = current()
    if (known?.session !== session) known = { session, lens: shown(session) }
    return known.lens
  }
}
