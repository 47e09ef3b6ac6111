import type { Extra, Native } from './extra.ts'

/** A model's reasoning. It is sent back unchanged, and only to the provider and model family that made it. */
export interface ReasoningPart {
  readonly kind: 'reasoning'
  /** The readable reasoning or a summary of it; empty if the provider encrypts its reasoning. */
  readonly text: string
  /** The wire block as received. Without it, the reasoning cannot be sent back. */
  readonly native?: Native
  /** Whether the wire block was removed because the block contained a protected value. */
  readonly withheld?: true
  /**
   * Wire fields of the message that contained the reasoning, if `native` does not contain them. They are sent back only
   * in that format.
   */
  readonly extra?: Extra
  /** The model that made the reasoning, if known. */
  readonly model?: string
}
