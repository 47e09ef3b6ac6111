import type { TargetName } from './target-name.ts'

/** A provider's signature on one part of an answer. It is sent back on that part or dropped. */
export interface Seal {
  readonly format: TargetName
  readonly value: string
  /** The model that made the seal, if known. */
  readonly model?: string
}
