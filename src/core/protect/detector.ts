import type { Span } from './detect/span.ts'

/** Detector for values that no model may see. It must be pure: the same text gives the same spans. */
export interface Detector {
  /** Name of the detector, which placeholders show as the kind of its finds. */
  readonly id: string
  /** Version of the detector. Change it when the detector finds other values. */
  readonly version: string
  find(text: string): readonly Span[]
}

/**
 * Detector that answers asynchronously, such as a client of a service or of a model. A compile waits for it and records
 * its finds in `result.events`, so that each text is checked once. A text is withheld until the detector has answered,
 * and if it fails.
 */
export interface AsyncDetector {
  /** Name of the detector, which placeholders show as the kind of its finds. */
  readonly id: string
  /** Version of the detector. Change it when the detector finds other values: texts are then checked again. */
  readonly version: string
  findLater(
    text: string,
    about: { readonly signal: AbortSignal },
  ): Promise<readonly Pick<Span, 'start' | 'end'>[]>
}
