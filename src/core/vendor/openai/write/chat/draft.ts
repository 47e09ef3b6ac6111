import type { Block, PairedCall, Placed } from '../../../../ir/block.ts'
import type { OpenAIRules } from '../../../../ir/model.ts'
import type { Setting, UnitOptions } from '../../../../target/target.ts'
import type { Writer } from '../../../../target/writer.ts'
import type { AssistantMessage, TextPart, ToolCall } from './request.ts'

/** A piece of an answer. */
export type AnswerPart = TextPart | { type: 'refusal'; refusal: string }

/** An answer under construction. */
export interface AnswerDraft {
  readonly writer: Writer
  readonly setting: Setting<OpenAIRules>
  readonly block: Block
  readonly options: UnitOptions
  readonly message: AssistantMessage
  readonly parts: AnswerPart[]
  readonly calls: ToolCall[]
  /** Id of each call on the wire. */
  readonly ids: Map<PairedCall, string>
  /** Reasoning parts that were written. */
  readonly thoughts: Placed[]
}
