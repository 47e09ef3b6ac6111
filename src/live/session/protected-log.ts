import type { Agent } from '../../core/agent/agent.ts'
import type { Diagnostic } from '../../core/diag/diagnostic.ts'
import { Path } from '../../core/form/path.ts'
import type { Event } from '../../core/ir/event.ts'
import type { JsonObject, JsonValue } from '../../core/ir/json.ts'
import type { Part } from '../../core/ir/part.ts'
import { hidesValues, type Protection } from '../../core/ir/protection.ts'
import type { Lens } from '../../core/protect/lens/lens.ts'
import { lensOf, waitsForDetectors } from '../../core/protect/lens/lens-of.ts'
import type { Session } from '../../core/session/session.ts'
import { toJson } from '../../core/text/json.ts'
import type { SaidText } from '../declare/live-config.ts'
import type { EngineLens } from '../engine/shown.ts'
import { textsOfEvent } from './session-events.ts'

/** Log of a conversation without the values hidden from its model. Converts other content to this form too. */
export class ProtectedLog implements EngineLens {
  version = 0
  private lens: Lens
  private readonly isShown: (author: string) => boolean
  private log: Session
  private readonly reported = new Set<string>()

  /** `agents` are the names of the agents in the conversation, which all see the protected form. */
  constructor(protect: readonly Protection[], agents: ReadonlySet<string>, log: Session) {
    this.isShown = author => agents.has(author)
    this.log = log
    this.lens = lensOf(protect, log, this.isShown).lensWithKeptPlaceholders()
  }

  get meaning(): string {
    return this.lens.meaning
  }

  /** Takes a newer version of the log, with more events. */
  takeNewLog(log: Session): void {
    if (log === this.log) return
    this.version += 1
    this.log = log
    this.lens = this.lens.lensForLongerSession(log, this.isShown)
  }

  /** Returns, once each, a diagnostic for every kind of content that is withheld because it was not checked. */
  diagnostics(): readonly Diagnostic[] {
    // Replaced values are not reported, because almost every conversation has some.
    const fresh = this.lens
      .diagnostics([])
      .filter(({ code, level }) => level !== 'info' && !this.reported.has(code))
    for (const { code } of fresh) this.reported.add(code)
    return fresh
  }

  /** Returns the values behind the placeholders in a model's call. */
  placeholderValuesOf(id: string): ReturnType<Lens['call']> {
    return this.lens.call(this.findNewestPart('tool-call', id)?.seq)
  }

  values(values: JsonObject): JsonObject {
    const state = this.lens.session.state as JsonObject
    return Object.fromEntries(
      Object.entries(values).map(([key, value]) => {
        if (key.startsWith('session:')) return [key, value]
        const isLogged = Object.hasOwn(state, key) && toJson(this.log.state[key]) === toJson(value)
        return isLogged ? [key, state[key]] : [this.text(key), this.data(value)]
      }),
    )
  }

  said({ by, text }: SaidText): string {
    // The engine keeps only the beginning of a long text, and this beginning may end within a protected value.
    for (let seq = this.log.length - 1; seq >= 0; seq--) {
      const event = this.log.event(seq)
      const words = textsOfEvent(event)
      if (speakerOfEvent(event) !== by || !words.startsWith(text)) continue
      const safe = textsOfEvent(this.lens.session.event(seq))
      return words.length === text.length ? safe : safe.slice(0, text.length)
    }
    return this.data(text)
  }

  result(call: string, value: JsonValue): JsonValue {
    const found = this.findNewestPart('tool-result', call)
    const part = found && this.lens.session.event(found.seq).parts[found.index]
    const [content] = part?.kind === 'tool-result' ? part.content : []
    if (content?.kind === 'text') return content.text
    return content?.kind === 'data' ? content.value : this.data(value)
  }

  arguments(call: string, args: JsonObject): JsonObject {
    const found = this.findNewestPart('tool-call', call)
    const part = found && this.lens.session.event(found.seq).parts[found.index]
    return part?.kind === 'tool-call' ? (part.arguments as JsonObject) : this.data(args)
  }

  data<Value>(value: Value): Value {
    // The author of the value is unknown, so what looks like a placeholder in it may be a forgery.
    return this.lens.json(value, 'data', false)
  }

  declared<Value>(value: Value): Value {
    return this.lens.json(value, 'declared')
  }

  text(text: string): string {
    return this.lens.json(text, 'declared', true)
  }

  stream(): ReturnType<Lens['stream']> {
    return this.lens.stream()
  }

  /** Returns the position of the newest part of a call in the log. */
  private findNewestPart(
    kind: 'tool-call' | 'tool-result',
    call: string,
  ): { readonly seq: number; readonly index: number } | undefined {
    for (let seq = this.log.length - 1; seq >= 0; seq--) {
      const index = this.log
        .event(seq)
        .parts.findIndex((part: Part) => part.kind === kind && part.id === call)
      if (index >= 0) return { seq, index }
    }
    return undefined
  }
}

const speakerOfEvent = ({ author }: Event): SaidText['by'] | null =>
  author === 'user' ? 'user' : author === 'tool' || author === 'developer' ? null : 'model'

/**
 * Returns the protected log of a conversation; null if no value is hidden. All agents of a conversation share one
 * model, so a value that is hidden from one agent is hidden from all. Throws a TypeError for a protection that a
 * conversation cannot apply.
 */
export function protectedLogFor(
  agent: Agent,
  given: readonly Protection[],
  log: Session,
  of: string,
): ProtectedLog | null {
  const agents = agentAndDescendants(agent)
  const all = [...new Set([...given, ...agents.flatMap(({ protect = [] }) => protect)])]
  const other = all.find(each => !hidesValues(each))
  if (other !== undefined)
    throw Path.options(of).wrong(`cannot protect by ${other.kind}() in a live conversation`, {
      help: 'the model keeps its history itself',
    })
  if (all.some(waitsForDetectors))
    throw Path.options(of).wrong('cannot wait for a detector in a live conversation', {
      help: 'use one with find, not findLater',
    })
  const names = new Set(agents.map(({ name }) => name))
  return all.length === 0 ? null : new ProtectedLog(all, names, log)
}

/** Returns an agent and its descendants. */
const agentAndDescendants = (agent: Agent): readonly Agent[] => [
  agent,
  ...(agent.subAgents ?? []).flatMap(agentAndDescendants),
]
