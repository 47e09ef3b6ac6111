import type { JsonObject } from './json.ts'
import { type TargetName, targetNames } from './target-name.ts'

/** Formats of imported content: the formats of all targets, and formats that can only be imported. */
export type FormatName = TargetName | 'langchain' | 'adk'

/** Every format. */
export const formatNames: readonly FormatName[] = [...targetNames, 'langchain', 'adk']

/**
 * Wire fields that the compiler does not interpret. They are sent back only in the format from which they were
 * imported.
 */
export interface Extra {
  readonly format: FormatName
  readonly fields: JsonObject
}

/** A wire item. It is sent unchanged to the provider that defined it, and in plain form to other providers. */
export interface Native {
  readonly format: FormatName
  readonly payload: JsonObject
}
