import type { Diagnostic } from '../../diag/diagnostic.ts'
import type { Event, EventInput } from '../../ir/event.ts'
import type { Session } from '../../session/session.ts'
import { mapTexts } from '../../text/map-texts.ts'
import { detectLater } from '../detect-later.ts'
import type { Beside, ChangeText, Guard, TextStream } from '../protection.ts'
import type { CallValues } from '../session/call-values.ts'
import { withheldFile } from '../session/redact-part.ts'

/**
 * Use of a value that no event holds: it was `declared`, such as a tool or an instruction, whose fields describe data; it is
 * `data`; or it is a `report` to people, which waits for no detector.
 */
export type ValueUse = 'declared' | 'data' | 'report'

/** Whether an author is a model that reads through the lens: it may write the placeholders that it was shown. */
export type IsShown = (author: string) => boolean

/** A session, its guard, and the changes of what no event holds. */
interface Guarded {
  readonly session: Session
  /** Null if nothing is protected. */
  readonly guard: Guard | null
  readonly beside?: Beside | undefined
}

const unchanged: ChangeText = text => text

/**
 * A session as one reader may see it, and the form in which that reader sees every other value. Without protections, each answer
 * is what was given.
 */
export class Lens {
  private readonly guarded: Guarded

  constructor(given: Guarded | Lens) {
    this.guarded = given instanceof Lens ? given.guarded : given
  }

  /** The session as the reader sees it. */
  get session(): Session {
    return this.guarded.session
  }

  /** Whether nothing is protected. */
  get isClear(): boolean {
    return this.guarded.guard === null
  }

  /** Line for the model about placeholders; empty if nothing is protected. */
  get meaning(): string {
    return this.guarded.guard?.meaning ?? ''
  }

  /** Text that replaces a file whose bytes hold a protected value. */
  readonly withheldFile = withheldFile

  /** Number of events that were looked at. */
  get length(): number {
    return this.guarded.guard?.length ?? this.session.length
  }

  /** Returns the lens for a longer version of the session: placeholders keep their numbers. */
  grown(session: Session, isShown: IsShown): Lens {
    const { guard, beside } = this.guarded
    return guard === null
      ? new Lens({ session, guard })
      : new Lens({ session: guard.protect(session, isShown), guard, beside })
  }

  /** Returns a lens that numbers values of what no event holds from call to call: one value has one placeholder. */
  lasting(): Lens {
    const { session, guard } = this.guarded
    return new Lens({ session, guard, beside: guard?.beside() })
  }

  /** Returns how texts of some values are changed, after all of the values were looked at. */
  change(values: readonly unknown[], use: ValueUse): ChangeText {
    const { guard, beside } = this.guarded
    return guard === null ? unchanged : (beside ?? guard.beside()).changeFor(values, use)
  }

  /**
   * Returns a value as the reader sees it; the value itself if nothing in it is protected. `isProtected`: whether its
   * placeholders stay, because it was made of what the reader sees; if omitted, they stay unless the value is declared.
   */
  json<Value>(value: Value, use: ValueUse, isProtected?: boolean): Value {
    if (this.isClear) return value
    const change = this.change([value], use)
    return mapTexts(value, text => change(text, isProtected))
  }

  /**
   * Returns a form of an event that is not the session's own, such as a framework's message; the form itself if nothing in it is
   * protected. `data`: its parts whose fields hold data of the user.
   */
  form<Form>(event: Event, form: Form, data: readonly unknown[] = []): Form {
    const { guard, beside } = this.guarded
    return guard === null ? form : (beside ?? guard.beside()).formOf(event, form, data)
  }

  /**
   * Returns a stream that releases a text without the values that are known when it begins, and what has a known format. With
   * `holdsNew`, it releases nothing from the first value on that has no number yet.
   */
  stream(how: { readonly holdsNew?: boolean } = {}): TextStream {
    return this.guarded.guard?.stream(how) ?? { push: text => text, end: () => '' }
  }

  /**
   * Returns the values of placeholders in a call that the event at `seq` makes, by default a model's next event; null if nothing
   * is protected.
   */
  call(seq = this.length): CallValues | null {
    return this.guarded.guard?.call(seq) ?? null
  }

  /** Whether texts are withheld until detectors looked at them. */
  get isWaiting(): boolean {
    return (this.guarded.guard?.asked.length ?? 0) > 0
  }

  /** Lets detectors look at the texts that wait for them, and returns their finds as events to append. */
  async detect(signal: AbortSignal, concurrency?: number): Promise<readonly EventInput[]> {
    const { guard } = this.guarded
    return guard === null ? [] : detectLater(guard.asked, signal, concurrency)
  }

  /** Returns reports of what was replaced and withheld. `needed`: the events that are sent in any case; null if nobody knows. */
  diagnostics(needed: readonly number[] | null): readonly Diagnostic[] {
    return this.guarded.guard?.diagnostics(needed) ?? []
  }
}
