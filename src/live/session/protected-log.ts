import type { Diagnostic } from '../../core/diag/diagnostic.ts'
import type { Event } from '../../core/ir/event.ts'
import type { JsonObject, JsonValue } from '../../core/ir/json.ts'
import type { Part } from '../../core/ir/part.ts'
import type { Beside, Guard } from '../../core/protect/protection.ts'
import type { Session } from '../../core/session/session.ts'
import { toJson } from '../../core/text/json.ts'
import { mapTexts } from '../../core/text/map-texts.ts'
import type { SaidText } from '../declare/live-config.ts'
import type { Shown } from '../engine/shown.ts'
import { textOfEvent } from './session-events.ts'

/** Log of a conversation without the values that its model may not see, and the forms that follow from it. */
export class ProtectedLog implements Shown {
  version = 0
  private readonly guard: Guard
  private readonly beside: Beside
  private readonly isShown: (author: string) => boolean
  private log: Session
  private safe: Session
  private readonly reported = new Set<string>()

  /** `agents`: the names of those who read the protected form. */
  constructor(guard: Guard, agents: ReadonlySet<string>, log: Session) {
    this.guard = guard
    this.beside = guard.beside()
    this.isShown = author => agents.has(author)
    this.log = log
    this.safe = guard.protect(log, this.isShown)
  }

  get meaning(): string {
    return this.guard.meaning
  }

  /** Takes a longer version of the log. */
  read(log: Session): void {
    if (log === this.log) return
    this.version += 1
    this.log = log
    this.safe = this.guard.protect(log, this.isShown)
  }

  /** Returns what could not be checked, and is withheld, each kind once. */
  diagnostics(): readonly Diagnostic[] {
    // Values that were replaced are no news: a conversation replaces them all the time.
    const fresh = this.guard
      .diagnostics([])
      .filter(({ code, level }) => level !== 'info' && !this.reported.has(code))
    for (const { code } of fresh) this.reported.add(code)
    return fresh
  }

  /** Returns the value of a placeholder in a call; null if it is none that the model was shown. */
  reveal(call: string, placeholder: string): string | null {
    return this.guard.reveal(placeholder, this.placeOf('tool-call', call)?.seq ?? this.guard.length)
  }

  values(values: JsonObject): JsonObject {
    const state = this.safe.state as JsonObject
    return Object.fromEntries(
      Object.entries(values).map(([key, value]) => {
        if (key.startsWith('session:')) return [key, value]
        const isLogged = Object.hasOwn(state, key) && toJson(this.log.state[key]) === toJson(value)
        return isLogged ? [key, state[key]] : [this.text(key), this.data(value)]
      }),
    )
  }

  said({ by, text }: SaidText): string {
    // The engine keeps the beginning of a long text, which may end within a value.
    for (let seq = this.log.length - 1; seq >= 0; seq--) {
      const event = this.log.event(seq)
      const words = textOfEvent(event)
      if (speakerOf(event) !== by || !words.startsWith(text)) continue
      const safe = textOfEvent(this.safe.event(seq))
      return words.length === text.length ? safe : safe.slice(0, text.length)
    }
    return this.data(text)
  }

  result(call: string, value: JsonValue): JsonValue {
    const found = this.placeOf('tool-result', call)
    const part = found && this.safe.event(found.seq).parts[found.index]
    const [content] = part?.kind === 'tool-result' ? part.content : []
    if (content?.kind === 'text') return content.text
    return content?.kind === 'data' ? content.value : this.data(value)
  }

  arguments(call: string, args: JsonObject): JsonObject {
    const found = this.placeOf('tool-call', call)
    const part = found && this.safe.event(found.seq).parts[found.index]
    return part?.kind === 'tool-call' ? (part.arguments as JsonObject) : this.data(args)
  }

  data<Value>(value: Value): Value {
    const change = this.beside.changeFor([value], 'data')
    // Nobody knows whose words they are, so that what looks like a placeholder is a forgery.
    return mapTexts(value, text => change(text, false))
  }

  declared<Value>(value: Value): Value {
    const change = this.beside.changeFor([value], 'declared')
    return mapTexts(value, text => change(text))
  }

  text(text: string): string {
    return this.beside.changeFor([text], 'declared')(text, true)
  }

  stream(): ReturnType<Guard['stream']> {
    return this.guard.stream()
  }

  /** Returns the place of the newest part of a call in the log. */
  private placeOf(
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

const speakerOf = ({ author }: Event): SaidText['by'] | null =>
  author === 'user' ? 'user' : author === 'tool' || author === 'developer' ? null : 'model'
