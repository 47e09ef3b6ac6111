import type { Block, PairedCall, Placed } from '../../../../ir/block.ts'
import type { OpenAIRules } from '../../../../ir/model.ts'
import type { Setting, UnitOptions } from '../../../../target/target.ts'
import type { Writer } from '../../../../target/writer.ts'
import type { AssistantMessage, TextPart, ToolCall } from './request.ts'

/** Content part of an answer. */
export type AnswerPart = TextPart | { type: 'refusal'; refusal: string }

/** Answer under construction. */
export interface AnswerDraft {
  readonly writer: Writer
  readonly setting: Setting<OpenAIRules>
  readonly block: Block
  readonly options: UnitOptions
  readonly message: AssistantMessage
  readonly parts: AnswerPart[]
  readonly calls: ToolCall[]
  /** Id of each call in this request. */
  readonly ids: Map<PairedCall, string>
  /** Reasoning parts that were written to the message. */
  readonly thoughts: Placed[]
}
