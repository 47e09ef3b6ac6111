import type { Compiled } from '../compile/contract/result.ts'
import type { Guarded } from '../compile/guards.ts'
import type { Event } from '../ir/event.ts'
import type { TextStream } from '../protect/protection.ts'
import type { Session } from '../session/session.ts'
import type { RunEvent } from './run-event.ts'
import { changedError, changedResult } from './tools/tool-result.ts'

type Delta = Extract<RunEvent, { type: 'delta' }>

/** Texts of an answer that is being streamed, and what is held back of them, by their kind and tool. */
type Open = Map<string, { readonly delta: Delta; readonly stream: TextStream }>

/** Protected forms of all that leaves a runner: events, answers that are being streamed, values for observers. */
export class Shown {
  private readonly source: () => Guarded
  private readonly open = new Map<string, Open>()

  constructor(source: () => Guarded) {
    this.source = source
  }

  event(event: Event): Event {
    const { session, guard } = this.source()
    return guard === null ? event : session.event(event.seq)
  }

  /** Returns what may be reported now. The end of a text waits until nothing that follows can make it part of a value. */
  reports(event: RunEvent): readonly RunEvent[] {
    const { guard } = this.source()
    if (guard === null) return [event]
    if (event.type === 'event') {
      if (event.event.actions?.rewind !== undefined) this.clear()
      const name = nameOf(event.event.author, event.event.branch)
      return [...this.end(name), { type: 'event', event: this.event(event.event) }]
    }
    const name = nameOf(event.agent, event.branch)
    if (event.type === 'retracted') this.open.delete(name)
    if (event.type === 'retrying' || event.type === 'progress') return [this.value(event)]
    if (event.type !== 'delta') return [event]
    const open: Open = this.open.get(name) ?? new Map()
    this.open.set(name, open)
    // Texts of other kinds may come between the pieces of one: each is held back by itself.
    const kind = `${event.kind} ${event.tool ?? ''}`
    const { stream } = open.get(kind) ?? { stream: guard.stream() }
    open.set(kind, { delta: event, stream })
    return textOf(event, stream.push(event.text))
  }

  /** Forgets what is held back of answers that are given up. */
  clear(): void {
    this.open.clear()
  }

  /** Returns a compiled request as observers may see it: that of an agent whose protections are not all of the program's. */
  compiled(compiled: Compiled): Compiled {
    const { guard } = this.source()
    if (guard === null) return compiled
    const { request, diagnostics, prefix, trace } = compiled
    return {
      ...compiled,
      ...this.value({ request, diagnostics, prefix, ...(trace && { trace }) }),
    } as Compiled
  }

  /** Returns a value without what is known, or found in it. */
  value<Value>(value: Value): Value {
    const { guard } = this.source()
    if (guard === null) return value
    try {
      return changedResult(value, guard.changeFor([value], 'data')) as Value
    } catch {
      return '[withheld: it is no JSON]' as Value
    }
  }

  error(error: unknown): unknown {
    const { guard } = this.source()
    if (guard === null || error === null) return error
    const text = changedError(error, each => each).message
    return changedError(error, guard.changeFor([text], 'data'))
  }

  /** Returns the rest of an answer. */
  private end(name: string): readonly RunEvent[] {
    const open = this.open.get(name) ?? new Map()
    this.open.delete(name)
    return [...open.values()].flatMap(({ delta, stream }) => textOf(delta, stream.end()))
  }
}

const nameOf = (agent: string, branch: string): string => `${agent}\n${branch}`

const textOf = (delta: Delta, text: string): readonly Delta[] => (text === '' ? [] : [{ ...delta, text }])

/** Returns a source of the protected form of a session, which is made once for each of its versions. */
export function sourceOf(current: () => Session, shown: (session: Session) => Guarded): () => Guarded {
  let known: { readonly session: Session; readonly guarded: Guarded } | null = null
  return () => {
    const session = current()
    if (known?.session !== session) known = { session, guarded: shown(session) }
    return known.guarded
  }
}
