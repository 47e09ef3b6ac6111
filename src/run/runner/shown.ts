import type { AgentLens } from '../../core/compile/agent-lens.ts'
import type { Compiled } from '../../core/compile/contract/result.ts'
import type { Event } from '../../core/ir/event.ts'
import type { Session } from '../../core/session/session.ts'
import type { RunEvent } from './run-event.ts'
import { mapErrorTexts, mapResultTexts } from './tools/tool-result.ts'

/** Form in which somebody gets a session. */
type View = Pick<AgentLens, 'isClear' | 'event' | 'stream' | 'change'>

type Delta = Extract<RunEvent, { type: 'delta' }>

/** Text that is streaming, for one answer, kind of text and tool. */
interface OpenText {
  readonly delta: Delta
  readonly stream: ReturnType<View['stream']>
  /** Text that followers got so far. */
  said: string
}

type Open = Map<string, OpenText>

/** Removes protected values from everything that leaves a runner: events, streaming answers, values for observers. */
export class Shown {
  private readonly source: () => View
  private readonly open = new Map<string, Open>()

  constructor(source: () => View) {
    this.source = source
  }

  protectEvent(event: Event): Event {
    const lens = this.source()
    return lens.isClear ? event : lens.event(event.seq)
  }

  /**
   * Returns the reports that may be delivered now, without protected values. `following` are the later events of the
   * same commit.
   *
   * The end of a streaming text is held back while it might be the start of a protected value. A value that has no
   * placeholder number yet is held back until its event has one. In the end, all deltas add up to the text of their
   * event. If an earlier delta no longer fits, the text is retracted and reported again.
   */
  protectedReports(event: RunEvent, following: readonly Event[] = []): readonly RunEvent[] {
    const lens = this.source()
    if (lens.isClear) return [event]
    if (event.type === 'event') {
      if (event.event.actions?.rewind !== undefined) this.dropHeldTexts()
      return [
        ...this.remainingDeltas(event.event, following),
        { type: 'event', event: this.protectEvent(event.event) },
      ]
    }
    const name = agentKey(event.agent, event.branch)
    if (event.type === 'retracted') this.open.delete(name)
    if (event.type === 'retrying') return [this.protectValue(event)]
    // A tool or an MCP server wrote the texts of a progress report, so they may contain protected values.
    if (event.type === 'progress') return [{ ...event, value: this.protectValue(event.value) }]
    if (event.type !== 'delta') return [event]
    const open: Open = this.open.get(name) ?? new Map()
    this.open.set(name, open)
    // Text and reasoning of one answer may alternate, so the end of each is held back separately.
    const kind = `${event.kind} ${event.tool ?? ''}`
    const text = open.get(kind) ?? {
      delta: event,
      stream: lens.stream({ holdsNew: event.kind !== 'tool-call' }),
      said: '',
    }
    open.set(kind, text)
    return makeDelta(text, text.stream.push(event.text))
  }

  /** Drops the texts that are held back for unfinished answers. */
  dropHeldTexts(): void {
    this.open.clear()
  }

  /**
   * Returns a compiled request for observers. It is different if the agent's own protections hide less than the
   * program's.
   */
  protectCompiled(compiled: Compiled): Compiled {
    const lens = this.source()
    if (lens.isClear) return compiled
    const { request, diagnostics, prefix, trace } = compiled
    return {
      ...compiled,
      ...this.protectValue({ request, diagnostics, prefix, ...(trace && { trace }) }),
    } as Compiled
  }

  /** Returns a value without protected values: known to the session, or found in the value itself. */
  protectValue<Value>(value: Value): Value {
    const lens = this.source()
    if (lens.isClear) return value
    try {
      return mapResultTexts(value, lens.change([value], 'data')) as Value
    } catch {
      return '[withheld: it is no JSON]' as Value
    }
  }

  protectError(error: unknown): unknown {
    const lens = this.source()
    if (lens.isClear || error === null) return error
    const text = mapErrorTexts(error, each => each).message
    return mapErrorTexts(error, lens.change([text], 'data'))
  }

  /** Returns the deltas that are still missing when an answer is stored. `first` is the answer's first event. */
  private remainingDeltas(first: Event, following: readonly Event[]): readonly RunEvent[] {
    const { author: agent, branch } = first
    const name = agentKey(agent, branch)
    const open = this.open.get(name)
    if (open === undefined) return []
    this.open.delete(name)
    const isOther = (event: Event): boolean => agentKey(event.author, event.branch) !== name
    const end = following.findIndex(isOther)
    const answer = [first, ...following.slice(0, end < 0 ? following.length : end)].map(event =>
      this.protectEvent(event),
    )
    const texts = [...open.values()].map(text => ({ text, whole: completeStreamText(text, answer) }))
    if (texts.every(({ text, whole }) => whole.startsWith(text.said)))
      return texts.flatMap(({ text, whole }) => makeDelta(text, whole.slice(text.said.length)))
    return [
      { type: 'retracted', agent, branch },
      ...texts.flatMap(({ text, whole }) => makeDelta(text, whole)),
    ]
  }
}

/** Returns the complete text that a stream must add up to, from the events of the stored answer. */
function completeStreamText({ delta, stream, said }: OpenText, answer: readonly Event[]): string {
  if (delta.kind === 'tool-call') return said + stream.end()
  return answer
    .flatMap(({ parts }) => parts.map(part => (part.kind === delta.kind && 'text' in part ? part.text : '')))
    .join('')
}

const agentKey = (agent: string, branch: string): string => `${agent}\n${branch}`

/** Returns the delta for the next piece of a text; none for an empty piece. */
function makeDelta(open: OpenText, text: string): readonly Delta[] {
  open.said += text
  return text === '' ? [] : [{ ...open.delta, text }]
}

/** Returns a function that returns the protected view (lens) of the current session, computed once a version. */
export function cachedLensOf(
  current: () => Session,
  shown: (session: Session) => AgentLens,
): () => AgentLens {
  let known: { readonly session: Session; readonly lens: AgentLens } | null = null
  return () => {
    const session = current()
    if (known?.session !== session) known = { session, lens: shown(session) }
    return known.lens
  }
}
