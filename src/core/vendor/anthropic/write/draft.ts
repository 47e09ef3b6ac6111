import type { OpaqueLoss } from '../../../diag/opaque.ts'
import type { Block } from '../../../ir/block.ts'
import type { AnthropicRules } from '../../../ir/model.ts'
import type { Setting } from '../../../target/target.ts'
import type { Writer } from '../../../target/writer.ts'
import type { ContentBlock } from './request.ts'

/** Place to which blocks are added: the content of a message or of a tool result. */
export interface Sink {
  readonly writer: Writer
  readonly into: ContentBlock[]
  /** Whether blocks may contain citations, which cannot be combined with an output format (rule A19). */
  readonly citations: boolean
}

/** Message under construction. */
export interface MessageDraft extends Sink {
  readonly setting: Setting<AnthropicRules>
  readonly block: Block
  /** Whether the message's thinking may be sent back. */
  readonly thinks: boolean
  /** Anthropic-specific items that cannot be sent unchanged, each with the reason. */
  readonly unfit: ReadonlyMap<unknown, OpaqueLoss>
}
