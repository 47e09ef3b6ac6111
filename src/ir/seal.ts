import type { TargetName } from './target-name.ts'

/** What a provider sealed to one part of an answer: it goes back on that very part, or not at all. */
export interface Seal {
  readonly format: TargetName
  readonly value: string
  /** The model that made it, when known. */
  readonly model?: string
}
