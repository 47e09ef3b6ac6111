import type { Extra, Native } from './extra.ts'

/** A model's reasoning, sent back verbatim and only to the provider and model family that made it. */
export interface ReasoningPart {
  readonly kind: 'reasoning'
  /** The readable reasoning or its summary; empty if the provider encrypts it. */
  readonly text: string
  /** The wire block as received; without it, the reasoning cannot be replayed. */
  readonly native?: Native
  /** Whether the wire block was removed because it held a protected value. */
  readonly withheld?: true
  /**
   * Wire fields of the message that held the reasoning, if `native` does not hold them; sent back to that format
   * only.
   */
  readonly extra?: Extra
  /** The model that made the reasoning, if known. */
  readonly model?: string
}
