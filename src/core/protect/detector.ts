import type { Span } from './detect/span.ts'

/** Finds values that no model may see. It must be pure: the same text gives the same spans. */
export interface Detector {
  /** Name of the detector. It is the kind of its finds, as placeholders show it. */
  readonly id: string
  /** Version, which changes when it finds other things. */
  readonly version: string
  find(text: string): readonly Span[]
}

/**
 * Detector that answers later, such as a client of a service or of a model. A compile waits for it and records its finds in
 * `result.events`, so that each text is looked at once. Before, and if it fails, the text is withheld.
 */
export interface AsyncDetector {
  /** Name of the detector. It is the kind of its finds, as placeholders show it. */
  readonly id: string
  /** Version, which changes when it finds other things: texts are then looked at again. */
  readonly version: string
  findLater(
    text: string,
    about: { readonly signal: AbortSignal },
  ): Promise<readonly Pick<Span, 'start' | 'end'>[]>
}
