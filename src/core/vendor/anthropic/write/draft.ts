import type { OpaqueLoss } from '../../../diag/opaque.ts'
import type { Block } from '../../../ir/block.ts'
import type { AnthropicRules } from '../../../ir/model.ts'
import type { Setting } from '../../../target/target.ts'
import type { Writer } from '../../../target/writer.ts'
import type { ContentBlock } from './request.ts'

/** Destination of blocks: the content of a message, or of a result. */
export interface Sink {
  readonly writer: Writer
  readonly into: ContentBlock[]
  /** Whether blocks may cite: citations cannot be combined with an output format (A19). */
  readonly citations: boolean
}

/** A message under construction. */
export interface MessageDraft extends Sink {
  readonly setting: Setting<AnthropicRules>
  readonly block: Block
  /** Whether the message's thinking may be sent. */
  readonly thinks: boolean
  /** Items of Anthropic's own that cannot be sent as such, and why. */
  readonly unfit: ReadonlyMap<unknown, OpaqueLoss>
}
