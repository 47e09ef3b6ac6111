import type { EffectOutcome } from '../../ir/event.ts'
import { digest } from '../../text/digest.ts'
import type { Span } from '../detect/span.ts'
import type { AsyncDetector } from '../detector.ts'
import { storedSpans } from './stored-spans.ts'

/** Text that an async detector has to check. */
export interface AskedText {
  /** Hash of the detector and the text, which identifies this check. */
  readonly key: string
  readonly detector: AsyncDetector
  readonly text: string
}

/** Finds of async detectors. */
export interface DetectorFinds {
  /** Returns the finds of a detector in a text; null if the detector failed, undefined if there is no outcome yet. */
  of(detector: AsyncDetector, text: string): readonly Span[] | null | undefined
}

/** Finds of async detectors that the session's log records, and the texts that still have to be checked. */
export class CheckedTexts {
  /** Checks of the texts of the session's events. */
  readonly session: DetectorFinds
  /** Checks of other texts, such as declarations. Their finds apply only to these texts, not to the session. */
  readonly beside: DetectorFinds
  /** Finds by key; null if the detector failed. */
  private readonly known = new Map<string, readonly Span[] | null>()
  private readonly openSession = new Map<string, AskedText>()
  private readonly openBeside = new Map<string, AskedText>()
  private readonly waits: boolean

  /** `waits`: whether a text without an outcome counts as unchecked. Otherwise it counts as a text without finds. */
  constructor(waits: boolean) {
    this.waits = waits
    this.session = { of: (detector, text) => this.of(detector, text, this.openSession) }
    this.beside = { of: (detector, text) => this.of(detector, text, this.openBeside) }
  }

  /** Texts without an outcome, in the order in which they were first read. */
  get asked(): readonly AskedText[] {
    return [...new Map([...this.openSession, ...this.openBeside]).values()]
  }

  /** Records a detector's outcome from the log. Returns the session's text that waited for it; null for none. */
  recordOutcome(outcome: EffectOutcome): string | null {
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
    // A blank text contains nothing to find.
    if (text.trim() === '') return []
    const { id, version } = detector
    const key = digest(JSON.stringify(['detect', id, version, text])).slice(0, 32)
    const found = this.known.get(key)
    if (found !== undefined) return found
    open.set(key, { key, detector, text })
    return this.waits ? undefined : []
  }
}
