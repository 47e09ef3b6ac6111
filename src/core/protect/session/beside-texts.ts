import type { Event } from '../../ir/event.ts'
import { mappedTexts, mapTexts } from '../../text/map-texts.ts'
import { applyEdits } from '../literals/edit.ts'
import type { Beside, ChangeText } from '../protection.ts'
import type { RedactionFinds } from '../redaction.ts'
import { uncheckedText } from './change.ts'
import type { DetectorFinds } from './checked-texts.ts'
import type { KeptPlaceholders } from './kept-placeholders.ts'
import { registerFoundValues } from './learn.ts'
import { eventValues, searchedValuesOutsideEvents } from './looked-at.ts'
import { disarmForgedPlaceholders, type Keeps, Registry } from './registry.ts'

const none: ReadonlySet<string> = new Set()

/**
 * Whether a declared text is more than a name: it contains a blank. A name that could not be checked is not replaced.
 * The whole request is refused instead.
 */
const isProse = (text: string): boolean => /\s/.test(text.trim())

/** State of a session's guard from which texts outside the session's events are protected. */
export interface GuardState {
  readonly redaction: RedactionFinds
  readonly registry: Registry
  readonly kept: KeptPlaceholders
  /** Checks of texts outside the session's events. */
  readonly checked: DetectorFinds
  /** Records a text that could not be checked. */
  readonly withheld: (text: string) => void
  /** Returns the protected form of a text from an event. */
  readonly safeText: (text: string, keeps: Keeps) => string
  readonly protectedAt: (seq: number) => Event | undefined
}

/**
 * Replacement of protected values in texts outside the session's events. These values are numbered separately from the
 * values in events.
 */
export class BesideTexts implements Beside {
  private readonly state: GuardState
  private readonly own: Registry

  constructor(state: GuardState) {
    this.state = state
    this.own = new Registry('d', state.registry)
  }

  changeFor(values: readonly unknown[], use: 'declared' | 'data' | 'report'): ChangeText {
    const { redaction, checked, withheld } = this.state
    const checks = use === 'data' ? checked : findsForProse(checked)
    const { places, unchecked } = registerFoundValues(
      searchedValuesOutsideEvents(values, use),
      redaction,
      this.own,
      checks,
    )
    // The report may say that a detector failed on a text. It must still be shown, although the detector may fail on
    // the report too.
    const failed = use === 'report' ? none : unchecked
    for (const text of failed) withheld(text)
    return (text, isProtected = use !== 'declared') => {
      if (failed.has(text)) return use === 'declared' && !isProse(text) ? text : uncheckedText
      const edits = this.own.edits(text, places.get(text))
      return applyEdits(text, isProtected ? edits : disarmForgedPlaceholders(text, edits, () => false))
    }
  }

  formOf<Value>({ seq, parts }: Event, form: Value, data: readonly unknown[] = []): Value {
    const { redaction, checked, kept, safeText, protectedAt, withheld } = this.state
    const all = [null, ...parts].map(part => kept.keepsForPart(seq, part))
    const keeps: Keeps = placeholder => all.some(each => each(placeholder))
    const safe = mapTexts({ form, data }, text => safeText(text, keeps))
    // The event's own texts were already checked by async detectors.
    const event = protectedAt(seq)
    const known = new Set(event === undefined ? [] : mappedTexts(eventValues(event).values))
    const prose = findsForProse(checked)
    const others: DetectorFinds = {
      of: (detector, text) => (known.has(text) ? [] : prose.of(detector, text)),
    }
    const { places, unchecked } = registerFoundValues(
      { values: [safe.form], data: safe.data },
      redaction,
      this.own,
      others,
    )
    for (const text of unchecked) withheld(text)
    return mapTexts(safe.form, text =>
      unchecked.has(text) ? uncheckedText : this.own.replace(text, places.get(text)),
    )
  }
}

/** Async detectors do not check names of tools or keywords of schemas. */
const findsForProse = (checked: DetectorFinds): DetectorFinds => ({
  of: (detector, text) => (isProse(text) ? checked.of(detector, text) : []),
})
