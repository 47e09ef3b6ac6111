import type { Extra, Native } from './extra.ts'
import type { JsonValue } from './json.ts'
import type { Seal } from './seal.ts'
import type { Tag } from './tag.ts'

/** A model's request to run a tool. */
export interface ToolCallPart {
  readonly kind: 'tool-call'
  /** The provider's id; empty when it gave none. */
  readonly id: string
  readonly name: string
  /** A string is JSON text as the model wrote it (or plain words when `freeform`); anything else is the value. */
  readonly arguments: JsonValue
  /** The tool takes plain text, not JSON. */
  readonly freeform?: true
  /** The tool is still at work, or waits for an approval: until a result comes the model is told so, not that none was recorded. */
  readonly pending?: true
  /** A built-in tool's own item (`computer_call`, …). */
  readonly native?: Native
  readonly seal?: Seal
  readonly extra?: Extra
  readonly tag?: Tag
}
