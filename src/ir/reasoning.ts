import type { Extra, Native } from './extra.ts'

/** Reasoning of a model. Sent back only to the provider and model family that made it, letter for letter. */
export interface ReasoningPart {
  readonly kind: 'reasoning'
  /** The readable thought or its summary; empty when the provider encrypts it. */
  readonly text: string
  /** The wire block as received; without one the reasoning cannot be replayed anywhere. */
  readonly native?: Native
  /** Wire fields of the message that held it, where its form there is not `native`: given back to that format alone. */
  readonly extra?: Extra
  /** The model that made it, when known. */
  readonly model?: string
}
