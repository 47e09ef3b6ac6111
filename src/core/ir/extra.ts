import type { JsonObject } from './json.ts'
import { type TargetName, targetNames } from './target-name.ts'

/** Formats of imported content: those of every target, and those that nothing is compiled to. */
export type FormatName = TargetName | 'langchain' | 'adk'

/** Every format. */
export const formatNames: readonly FormatName[] = [...targetNames, 'langchain', 'adk']

/** Wire fields without a meaning here, sent back only to the format they came from. */
export interface Extra {
  readonly format: FormatName
  readonly fields: JsonObject
}

/** A wire item, replayed verbatim to the provider that defined it and shown in plain form elsewhere. */
export interface Native {
  readonly format: FormatName
  readonly payload: JsonObject
}
