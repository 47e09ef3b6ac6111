import type { EffectOutcome } from '../../ir/event.ts'
import { digest } from '../../text/digest.ts'
import type { Span } from '../detect/span.ts'
import type { AsyncDetector } from '../detector.ts'
import { storedSpans } from './stored-spans.ts'

/** A text that a detector is to look at. */
export interface AskedText {
  /** Hash that identifies the work by the detector and the text. */
  readonly key: string
  readonly detector: AsyncDetector
  readonly text: string
}

/** Finds of detectors that answer later. */
export interface DetectorFinds {
  /** Returns the finds of a detector in a text; null if it failed, undefined if it was not asked yet. */
  of(detector: AsyncDetector, text: string): readonly Span[] | null | undefined
}

/** Finds of detectors that answer later, as the session's log keeps them, and the texts that they are still to look at. */
export class CheckedTexts {
  /** Checks of the texts of the session's events. */
  readonly session: DetectorFinds
  /** Checks of other texts, such as declarations: their finds count where they stand, and not for the session. */
  readonly beside: DetectorFinds
  /** Finds by key; null for a detector that failed. */
  private readonly known = new Map<string, readonly Span[] | null>()
  private readonly openSession = new Map<string, AskedText>()
  private readonly openBeside = new Map<string, AskedText>()
  private readonly waits: boolean

  /** `waits`: whether a text without an outcome counts as not checked; else as one in which nothing is found. */
  constructor(waits: boolean) {
    this.waits = waits
    this.session = { of: (detector, text) => this.of(detector, text, this.openSession) }
    this.beside = { of: (detector, text) => this.of(detector, text, this.openBeside) }
  }

  /** Texts that no outcome is known of, in the order in which they were met. */
  get asked(): readonly AskedText[] {
    return [...new Map([...this.openSession, ...this.openBeside]).values()]
  }

  /** Takes note of an outcome in the log, and returns the text of the session that waited for it; null for none. */
  take(outcome: EffectOutcome): string | null {
    const { key } = outcome
    const before = this.known.get(key)
    if (outcome.kind !== 'detect' || (before !== undefined && before !== null)) return null
    this.known.set(key, 'output' in outcome ? storedSpans(outcome.output) : null)
    const waiting = this.openSession.get(key)
    this.openSession.delete(key)
    this.openBeside.delete(key)
    return waiting?.text ?? null
  }

  private of(
    detector: AsyncDetector,
    text: string,
    open: Map<string, AskedText>,
  ): readonly Span[] | null | undefined {
    // Nothing is in a blank text.
    if (text.trim() === '') return []
    const { id, version } = detector
    const key = digest(JSON.stringify(['detect', id, version, text])).slice(0, 32)
    const found = this.known.get(key)
    if (found !== undefined) return found
    open.set(key, { key, detector, text })
    return this.waits ? undefined : []
  }
}
