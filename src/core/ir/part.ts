import type { ToolCallPart } from './call.ts'
import type { FilePart } from './file.ts'
import type { OpaquePart } from './opaque.ts'
import type { ReasoningPart } from './reasoning.ts'
import type { ToolResultPart } from './result.ts'
import type { DataPart, TextPart } from './text.ts'

/** One part of an event. */
export type Part = TextPart | ReasoningPart | ToolCallPart | ToolResultPart | FilePart | DataPart | OpaquePart

/** The kind of a part. */
export type PartKind = Part['kind']
