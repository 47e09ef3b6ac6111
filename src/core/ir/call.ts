import type { Extra, Native } from './extra.ts'
import type { JsonValue } from './json.ts'
import type { Seal, Tag } from './text.ts'

/** Name of the tool that transfers the conversation to another agent. */
export const transferName = 'transfer_to_agent'

/** The model's request to run a tool. */
export interface ToolCallPart {
  readonly kind: 'tool-call'
  /** The provider's id; empty if the provider set none. */
  readonly id: string
  readonly name: string
  /** A string is JSON text as the model wrote it (or plain text if `freeform`); any other value is the parsed value. */
  readonly arguments: JsonValue
  /** Whether the tool accepts plain text instead of JSON. */
  readonly freeform?: true
  /**
   * Whether the tool is still running or waits for an approval. Until there is a result, the model gets a placeholder
   * that says so.
   */
  readonly pending?: true
  /** Wire item of the call, if the tool is built into the provider's API (`computer_call`, …). */
  readonly native?: Native
  readonly seal?: Seal
  readonly extra?: Extra
  readonly tag?: Tag
}
