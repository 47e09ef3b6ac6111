import type { Diagnostic } from '../../diag/diagnostic.ts'
import { requiredTextsUnchecked, textsWithheld, valuesReplaced } from '../../diag/protect.ts'
import type { Event } from '../../ir/event.ts'
import type { JsonObject } from '../../ir/json.ts'
import { createSession } from '../../session/create.ts'
import { runnerSource } from '../../session/events.ts'
import type { Session } from '../../session/session.ts'
import { toJson } from '../../text/json.ts'
import { mapTexts } from '../../text/map-texts.ts'
import { applyEdits, type TextEdit } from '../literals/edit.ts'
import { DetectStream, type StreamPiece } from '../literals/stream.ts'
import type { Beside, ChangeText, Guard, SessionOwner, TextStream } from '../protection.ts'
import type { RedactionFinds } from '../redaction.ts'
import { BesideTexts } from './beside-texts.ts'
import { CallValues } from './call-values.ts'
import { uncheckedText } from './change.ts'
import { type AskedText, CheckedTexts } from './checked-texts.ts'
import { editsInJson } from './json-container.ts'
import { KeptPlaceholders } from './kept-placeholders.ts'
import { registerFoundValues } from './learn.ts'
import { eventValues, type LookedAt } from './looked-at.ts'
import { type OwnerSource, OwnerView } from './owner-view.ts'
import { type FoundPlace, valueAtPlace } from './place.ts'
import { redactEvent } from './redact-event.ts'
import {
  disarmForgedPlaceholders,
  type IsHidden,
  isReplacedAnywhere,
  type Keeps,
  placeholdersIn,
  Registry,
} from './registry.ts'
import { Rewrites } from './rewrites.ts'

/** Whether a piece of a stream contains a new value, which has no number yet. */
const isUnnumberedFind = ({ found }: StreamPiece): boolean =>
  found !== undefined && found.literal === undefined && !found.partial

const keyOf = ({ start, end }: FoundPlace): string => `${start} ${end}`

/**
 * Guard that keeps the protected form of a session: its events and its state without values that no model may see. A
 * longer version of the session costs only its new events, unless a new value occurs in earlier events: then all events
 * are written again.
 */
export class SessionGuard implements Guard, OwnerSource {
  private readonly redaction: RedactionFinds
  private readonly registry = new Registry()
  private readonly events: Event[] = []
  private readonly kept = new KeptPlaceholders(this.registry, seq => this.events[seq])
  /** Line that explains placeholders to the model. Its wording is part of the contract: a change is breaking. */
  readonly meaning =
    'Texts such as [secret:KIND:1] stand for values that you may not see. Write one where its value belongs.'
  private initial: JsonObject | null = null
  private safe: Session | null = null
  /** The session as it was given, of which `safe` is the protected form. */
  private original: Session | null = null
  /** Views of the person to whom the session belongs, by the kinds of values that they show. */
  private readonly views = new Map<string, OwnerView>()
  private readonly checked: CheckedTexts
  /** Texts of the session that could not be checked: a detector failed on them, or has not answered yet. */
  private readonly unchecked = new Set<string>()
  /** Texts outside the session's events that could not be checked. The set is cleared when the session is read. */
  private readonly uncheckedBeside = new Set<string>()
  /** Finds by text, of values that are too short to be replaced everywhere. */
  private readonly places = new Map<string, readonly FoundPlace[]>()
  /** Sequence numbers of the events at which the replacements in a text changed, by text. */
  private readonly changedAt = new Map<string, number[]>()
  private rewrites = new Rewrites()
  /** Whether the replacements in texts of earlier events have changed. */
  private isStale = false

  /** `waits`: whether texts are withheld until async detectors have checked them. */
  constructor(redaction: RedactionFinds, waits: boolean) {
    this.redaction = redaction
    this.checked = new CheckedTexts(waits)
  }

  /** Number of events that the guard has processed. */
  get length(): number {
    return this.events.length
  }

  /** Returns the protected form of a session that continues the previous one. */
  protect(session: Session, isShown: (author: string) => boolean): Session {
    this.uncheckedBeside.clear()
    this.original = session
    const from = this.events.length
    const isNew = this.safe === null
    if (isNew) this.registerFindsIn({ values: [session.stateAt(0)], data: [session.stateAt(0)] }, -1)
    const added = Array.from({ length: session.length - from }, (_, at) => session.event(from + at))
    const before = this.registry.size
    this.isStale = false
    for (const event of added) {
      this.kept.note(event, isShown(event.author))
      this.registerFindsIn(eventValues(event), event.seq)
      const text =
        event.actions?.effect === undefined ? null : this.checked.recordOutcome(event.actions.effect)
      if (text === null) continue
      this.unchecked.delete(text)
      this.recordTextChange(event.seq, text)
      // The finds apply from the event with the detector's outcome on. So the result is the same whenever the log is
      // read.
      this.registerFindsIn({ values: [text], data: [] }, event.seq)
    }
    const fresh = this.isStale || this.registry.size > before
    let isChanged = false
    // All events are protected again. This also records which later finds changed each event.
    if (fresh) this.rewrites = new Rewrites()
    if (fresh)
      for (const [seq, known] of this.events.entries()) {
        const again = this.redactAt(session.event(seq), seq)
        isChanged ||= toJson(again) !== toJson(known)
        this.events[seq] = again
      }
    // The events are protected in order, because a summary may contain placeholders of earlier events.
    for (const [at, event] of added.entries()) this.events.push(this.redactAt(event, from + at))
    this.rewrites.updateRewriteList()
    if (isNew || isChanged || (fresh && this.isInitialStale(session))) this.buildSession(session)
    else if (added.length > 0) this.safe = (this.safe as Session).extend(this.source(session, from))
    const safe = this.safe as Session
    safe.units.rows.useMarksOfOriginal(session.units.rows, this.rewrites.list)
    return safe
  }

  changeFor(values: readonly unknown[], use: 'declared' | 'data' | 'report'): ChangeText {
    return this.beside().changeFor(values, use)
  }

  beside(): Beside {
    const { redaction, registry, kept, checked } = this
    return new BesideTexts({
      ...{ redaction, registry, kept, checked: checked.beside },
      withheld: text => void this.uncheckedBeside.add(text),
      safeText: (text, keeps) => this.safeText(text, keeps, this.length),
      protectedAt: seq => this.events[seq],
    })
  }

  stream({ holdsNew = false } = {}): TextStream {
    const { secrets, pii } = this.redaction
    const stream = new DetectStream({ literals: this.registry.index, secrets, pii })
    let isHeld = false
    const shownPiece = (piece: StreamPiece): string => {
      isHeld ||= holdsNew && isUnnumberedFind(piece)
      return isHeld ? '' : this.shownPiece(piece)
    }
    const shown = (pieces: readonly StreamPiece[]): string => pieces.map(shownPiece).join('')
    return { push: text => shown(stream.push(text)), end: () => shown(stream.end()) }
  }

  private shownPiece({ text, found }: StreamPiece): string {
    if (found === undefined) return text
    // If a value overlaps an earlier value, both are hidden together.
    if (found.partial) return ''
    // A new value gets its number only when its event is appended.
    return found.literal === undefined
      ? `[secret:${found.kind}]`
      : (this.registry.placeholderOf(found.literal) ?? '')
  }

  get asked(): readonly AskedText[] {
    return this.checked.asked
  }

  diagnostics(needed: readonly number[] | null): readonly Diagnostic[] {
    const { kinds } = this.registry
    const isNeeded = (seq: number): boolean => toJson(this.events[seq] ?? null).includes(uncheckedText)
    const beside = this.uncheckedBeside.size
    const count = this.unchecked.size
    const isFatal = beside > 0 || (count > 0 && (needed === null || needed.some(isNeeded)))
    return [
      ...(Object.keys(kinds).length > 0 ? [valuesReplaced(kinds)] : []),
      ...(isFatal ? [requiredTextsUnchecked(count + beside)] : count > 0 ? [textsWithheld(count)] : []),
    ]
  }

  private registerFindsIn(looked: LookedAt, seq: number): void {
    const { redaction, registry, checked } = this
    const { places, unchecked } = registerFoundValues(looked, redaction, registry, checked.session, seq)
    for (const [text, spans] of places) {
      const known = this.places.get(text) ?? []
      const keys = new Set(known.map(keyOf))
      // Longer values are replaced everywhere, so their places are not stored.
      const added = spans.filter(
        place => !isReplacedAnywhere(valueAtPlace(text, place)) && !keys.has(keyOf(place)),
      )
      if (added.length === 0) continue
      this.places.set(text, [...known, ...added])
      this.recordTextChange(seq, text)
    }
    for (const text of unchecked) this.unchecked.add(text)
  }

  /** Records that the replacements in a text change at an event. */
  private recordTextChange(seq: number, text: string): void {
    const places = this.changedAt.get(text) ?? []
    if (places.at(-1) !== seq) this.changedAt.set(text, [...places, seq])
    this.isStale = true
  }

  call(seq: number): CallValues {
    return new CallValues(placeholder => {
      const isShown = seq >= this.length || this.kept.isShown(placeholder, seq)
      return isShown ? this.registry.valueOf(placeholder) : null
    })
  }

  ownerView(owner: SessionOwner): OwnerView {
    const name = toJson(owner)
    const view = this.views.get(name) ?? new OwnerView(owner, this.registry, this)
    this.views.set(name, view)
    view.readSession(this.original as Session)
    return view
  }

  protectedEvent(seq: number): Event {
    return this.events[seq] as Event
  }

  visibleText(text: string, seq: number, isHidden: IsHidden): string {
    return this.safeText(text, this.kept.keepsForPart(seq, null), seq, isHidden)
  }

  private safeText(text: string, keeps: Keeps, seq: number, isHidden?: IsHidden): string {
    return this.unchecked.has(text)
      ? uncheckedText
      : applyEdits(text, this.editsOf(text, keeps, seq, isHidden))
  }

  /**
   * Returns the edits of a text. If the text is JSON, the texts inside are edited even if they are in `unchecked`: a
   * detector that failed on one of them has also seen the whole text.
   */
  private editsOf(text: string, keeps: Keeps, seq: number, isHidden?: IsHidden): readonly TextEdit[] {
    for (const at of this.changedAt.get(text) ?? []) this.rewrites.note(at, seq)
    // In a text that is JSON, short values of listed fields are replaced too.
    const isRead = this.redaction.fields.length > 0
    const inner = isRead ? editsInJson(text, each => this.editsOf(each, keeps, seq, isHidden)) : []
    const edits = this.registry.edits(text, this.places.get(text), inner, isHidden)
    return disarmForgedPlaceholders(text, edits, keeps)
  }

  private redactAt(event: Event, seq: number): Event {
    const safe = redactEvent(event, part => {
      const keeps = this.kept.keepsForPart(seq, part)
      return (value, use) =>
        use === 'name'
          ? mapTexts(value, text => this.registry.replace(text, this.places.get(text)))
          : mapTexts(value, text => this.safeText(text, keeps, seq))
    })
    if (safe !== event)
      for (const placeholder of placeholdersIn(toJson(safe)))
        this.rewrites.note(this.registry.foundAt(this.registry.valueOf(placeholder) ?? ''), seq)
    return safe
  }

  private isInitialStale(session: Session): boolean {
    return JSON.stringify(this.initial) !== JSON.stringify(this.protectInitialState(session))
  }

  private protectInitialState(session: Session): JsonObject {
    const state = session.stateAt(0) as JsonObject
    return mapTexts(state, text => this.safeText(text, () => false, session.length))
  }

  private buildSession(session: Session): void {
    this.initial = this.protectInitialState(session)
    this.safe = createSession({ id: session.id, state: this.initial }).extend(this.source(session, 0))
  }

  private source(session: Session, from: number): ReturnType<typeof runnerSource> {
    const source = runnerSource(this.events.slice(from), from)
    return { ...source, unread: index => session.unreadAt(from + index) }
  }
}
