import type { ToolCallPart } from '../../ir/call.ts'
import type { Event } from '../../ir/event.ts'
import type { JsonValue } from '../../ir/json.ts'
import type { Part } from '../../ir/part.ts'
import type { ResultContent } from '../../ir/result.ts'
import type { RunAction, RunDecision } from '../../ir/run-action.ts'
import type { Session } from '../../session/session.ts'
import { mapTexts } from '../../text/map-texts.ts'
import { escapeForJson } from '../literals/forms.ts'
import {
  type ChangeText,
  type SessionOwner,
  type TextStream,
  unchangedStream,
  type View,
} from '../protection.ts'
import { OwnValues } from './own-values.ts'
import { PlaceholderStream } from './placeholder-stream.ts'
import { withFields } from './redact-fields.ts'
import { mapOrSame } from './redact-part.ts'
import { type IsHidden, type Registry, replacePlaceholders } from './registry.ts'
import { isOwnMessage } from './words.ts'

/** Protected form of a session, from which a view is made. */
export interface OwnerSource {
  readonly length: number
  protectedEvent(seq: number): Event
  /** Returns a text of an event in which only the hidden values are replaced. */
  visibleText(text: string, seq: number, isHidden: IsHidden): string
}

/**
 * View of a session for the person to whom it belongs. His own words keep his values as he wrote them. In all other words,
 * his values replace the placeholders that the protected form has there.
 */
export class OwnerView implements View {
  readonly isClear = false
  private readonly own: OwnValues
  private readonly registry: Registry
  private readonly source: OwnerSource
  private session: Session | null = null
  /** Events of the view, by their protected forms. */
  private readonly known = new WeakMap<Event, Event>()

  constructor({ user, show }: SessionOwner, registry: Registry, source: OwnerSource) {
    this.own = new OwnValues(registry, user, show)
    this.registry = registry
    this.source = source
  }

  /** Reads the original session of the protected form. */
  readSession(session: Session): void {
    this.session = session
    this.own.readSession(session)
  }

  event(seq: number): Event {
    const safe = this.source.protectedEvent(seq)
    const known = this.known.get(safe) ?? this.makeEvent(safe, this.session?.event(seq) ?? safe)
    this.known.set(safe, known)
    return known
  }

  /**
   * Returns a stream for a text of the protected form. Without `holdsNew`, the text is JSON of a call, in which placeholders
   * stay until the call is complete.
   */
  stream({ holdsNew = false } = {}): TextStream {
    return holdsNew ? new PlaceholderStream(() => this.own.valuesAt(this.source.length - 1)) : unchangedStream
  }

  /** Values outside of events get no own values. */
  change(): ChangeText {
    return text => text
  }

  private makeEvent(safe: Event, original: Event): Event {
    const { seq, actions } = safe
    const isOwn = (value: string): boolean => this.own.isOwn(value, seq)
    const reveal = (text: string, write = (value: string) => value): string =>
      replacePlaceholders(text, placeholder => {
        const value = this.registry.valueOf(placeholder)
        return value !== null && isOwn(value) ? write(value) : null
      })
    const isMessage = isOwnMessage(original)
    const parts = safe.parts.map((part, at): Part => {
      const typed = original.parts[at]
      return isMessage && part.kind === 'text' && typed?.kind === 'text'
        ? withFields(part, { text: this.source.visibleText(typed.text, seq, value => !isOwn(value)) })
        : revealPart(part, reveal)
    })
    const run = actions?.run && revealRun(actions.run, reveal)
    if (run === actions?.run && parts.every((part, at) => part === safe.parts[at])) return safe
    return { ...safe, parts, ...(run !== actions?.run && { actions: { ...actions, run } }) } as Event
  }
}

/** Function that replaces the placeholders in a text by values, each written by `write`. */
type Reveal = (text: string, write?: (value: string) => string) => string

/** Returns marks of a runner of which the texts that a person reads are changed. */
function revealRun(run: RunAction, reveal: Reveal): RunAction {
  const { decided, waits } = run
  const { state, ...asked } = waits?.question ?? { state: null, message: '' }
  const question = waits?.question && { ...mapTexts(asked, text => reveal(text)), state }
  return withFields(run, {
    ...(decided !== undefined && { decided: revealDecision(decided, reveal) }),
    ...(question !== undefined && {
      waits: withFields(waits as NonNullable<RunAction['waits']>, { question }),
    }),
  })
}

/** Returns a decision of which the texts that a person reads are changed. */
const revealDecision = (decided: RunDecision, reveal: Reveal): RunDecision =>
  withFields(decided, {
    why: mapTexts(decided.why, text => reveal(text)),
    arguments: mapTexts(decided.arguments, text => reveal(text)),
    answer: mapTexts(decided.answer, text => reveal(text)),
  })

/** Returns the arguments of a call with values. Values within JSON text keep it valid. */
const revealArguments = ({ arguments: given, freeform }: ToolCallPart, reveal: Reveal): JsonValue =>
  typeof given === 'string' && !freeform
    ? reveal(given, escapeForJson)
    : mapTexts(given, text => reveal(text))

/** Returns a part of which the texts that a person reads are changed. */
function revealPart(part: Part, reveal: Reveal): Part {
  switch (part.kind) {
    case 'text':
    case 'reasoning':
      return withFields(part, { text: reveal(part.text) })
    case 'data':
      return withFields(part, { value: mapTexts(part.value, text => reveal(text)) })
    case 'tool-call':
      return withFields(part, { arguments: revealArguments(part, reveal) })
    case 'tool-result':
      return withFields(part, {
        content: mapOrSame(part.content, each => revealPart(each, reveal) as ResultContent),
      })
    case 'file':
    case 'opaque':
      return part
  }
}
