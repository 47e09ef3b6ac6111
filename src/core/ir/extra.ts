import type { JsonObject } from './json.ts'
import { type TargetName, targetNames } from './target-name.ts'

/** Formats of imported content: the formats of all targets, and formats that can only be imported. */
export type FormatName = TargetName | 'langchain' | 'adk'

/** Every format. */
export const formatNames: readonly FormatName[] = [...targetNames, 'langchain', 'adk']

/** Wire fields that the compiler does not interpret; they are sent back only to the format they came from. */
export interface Extra {
  readonly format: FormatName
  readonly fields: JsonObject
}

/** A wire item, sent unchanged to the provider that defined it and in plain form to others. */
export interface Native {
  readonly format: FormatName
  readonly payload: JsonObject
}
