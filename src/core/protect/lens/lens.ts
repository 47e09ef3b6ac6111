import type { Diagnostic } from '../../diag/diagnostic.ts'
import type { Event, EventInput } from '../../ir/event.ts'
import type { Session } from '../../session/session.ts'
import { mapTexts } from '../../text/map-texts.ts'
import { detectLater } from '../detect-later.ts'
import {
  type Beside,
  type ChangeText,
  type Guard,
  type SessionOwner,
  type TextStream,
  unchangedStream,
  type View,
} from '../protection.ts'
import type { CallValues } from '../session/call-values.ts'
import { withheldFile } from '../session/redact-part.ts'

/**
 * Use of a value outside the session's events: `declared` in a tool or an instruction, whose fields describe data;
 * `data`, whose fields contain data; or a `report` to people, which does not wait for async detectors.
 */
export type ValueUse = 'declared' | 'data' | 'report'

/**
 * Function that returns whether an author is a model which reads through the lens. Such a model was shown placeholders,
 * so it may write them.
 */
export type IsShown = (author: string) => boolean

/** Session with its guard, which hides values, and the guard's replacer for values outside the session's events. */
interface Guarded {
  readonly session: Session
  /** Guard of the session; null if nothing is protected. */
  readonly guard: Guard | null
  readonly beside?: Beside | undefined
}

const unchanged: ChangeText = text => text

/**
 * View of a session for one reader, which can convert all other values for that reader too. Without protections, all
 * values are returned unchanged.
 */
export class Lens implements View {
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

  /** Line that explains placeholders to the model; empty if nothing is protected. */
  get meaning(): string {
    return this.guarded.guard?.meaning ?? ''
  }

  /** Text that replaces a file whose bytes contain a protected value. */
  readonly withheldFile = withheldFile

  /** Number of events that the lens has processed. */
  get length(): number {
    return this.guarded.guard?.length ?? this.session.length
  }

  /** Returns an event as the reader sees it. */
  event(seq: number): Event {
    return this.session.event(seq)
  }

  /**
   * Returns the view of the person to whom the session belongs: what this lens shows, but with values of his own in place of
   * their placeholders. Its streams take texts that this lens released.
   */
  forOwner(owner: SessionOwner): View {
    return this.guarded.guard?.ownerView(owner) ?? this
  }

  /** Returns the lens for a longer version of the session. Placeholders keep their numbers. */
  lensForLongerSession(session: Session, isShown: IsShown): Lens {
    const { guard, beside } = this.guarded
    return guard === null
      ? new Lens({ session, guard })
      : new Lens({ session: guard.protect(session, isShown), guard, beside })
  }

  /** Returns a lens that remembers, between calls, the placeholders of values outside the session's events. */
  lensWithKeptPlaceholders(): Lens {
    const { session, guard } = this.guarded
    return new Lens({ session, guard, beside: guard?.beside() })
  }

  /** Checks values for protected content, and returns the function that replaces this content in their texts. */
  change(values: readonly unknown[], use: ValueUse): ChangeText {
    const { guard, beside } = this.guarded
    return guard === null ? unchanged : (beside ?? guard.beside()).changeFor(values, use)
  }

  /**
   * Returns a value as the reader sees it, or the value itself if it contains nothing protected. `isProtected`: whether
   * the value was made from content that the reader sees. If so, its placeholders stay. If `isProtected` is omitted,
   * placeholders stay unless `use` is `declared`.
   */
  json<Value>(value: Value, use: ValueUse, isProtected?: boolean): Value {
    if (this.isClear) return value
    const change = this.change([value], use)
    return mapTexts(value, text => change(text, isProtected))
  }

  /**
   * Returns an event in a foreign form, such as a framework's message, without protected values, or the form itself if
   * it has none. `data`: parts of the form whose fields contain user data.
   */
  form<Form>(event: Event, form: Form, data: readonly unknown[] = []): Form {
    const { guard, beside } = this.guarded
    return guard === null ? form : (beside ?? guard.beside()).formOf(event, form, data)
  }

  /**
   * Returns a stream that replaces protected values in a text: values known when the stream begins, and values of a
   * known format. With `holdsNew`, the stream releases nothing after the first value whose placeholder has no number
   * yet.
   */
  stream(how: { readonly holdsNew?: boolean } = {}): TextStream {
    return this.guarded.guard?.stream(how) ?? unchangedStream
  }

  /**
   * Returns the real values of the placeholders in a tool call; null if nothing is protected. `seq`: event that made
   * the call, by default a model's next event.
   */
  call(seq = this.length): CallValues | null {
    return this.guarded.guard?.call(seq) ?? null
  }

  /** Whether texts are withheld because async detectors have not checked them. */
  get isWaiting(): boolean {
    return (this.guarded.guard?.asked.length ?? 0) > 0
  }

  /** Runs the async detectors on the texts that wait for them, and returns their finds as events to append. */
  async detect(signal: AbortSignal, concurrency?: number): Promise<readonly EventInput[]> {
    const { guard } = this.guarded
    return guard === null ? [] : detectLater(guard.asked, signal, concurrency)
  }

  /**
   * Returns reports of replaced values and withheld texts. `needed`: sequence numbers of the events that are never
   * dropped; null if unknown.
   */
  diagnostics(needed: readonly number[] | null): readonly Diagnostic[] {
    return this.guarded.guard?.diagnostics(needed) ?? []
  }
}
