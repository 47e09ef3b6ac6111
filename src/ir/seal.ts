import type { TargetName } from './target-name.ts'

/** Seal of a provider on one part of an answer: it is sent back on that very part, or not at all. */
export interface Seal {
  readonly format: TargetName
  readonly value: string
  /** The model that made it, when known. */
  readonly model?: string
}
