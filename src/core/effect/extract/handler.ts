import type { JsonObject, JsonValue } from '../../ir/json.ts'
import type { EffectHandler } from '../effect-handler.ts'
import type { SummarizeMessage } from '../summarize/handler.ts'

/** Input of a handler that extracts a value from messages. */
export interface ExtractInput {
  /** Messages to read, oldest first. */
  readonly messages: readonly SummarizeMessage[]
  /** Prompt that describes the value to extract. */
  readonly prompt: string
  /** JSON Schema of the value. */
  readonly schema: JsonObject
  /** Model that the declaration requests. */
  readonly model?: string
}

/**
 * Handler that extracts a value from messages, as requested by the functions of `ctxc/remember`. It returns the value,
 * or its JSON as text. A value that does not match the schema is not used.
 *
 * @example
 * import type { ExtractHandler } from 'ctxc/effects'
 *
 * const cities: ExtractHandler = {
 *   id: 'cities',
 *   run: async ({ messages }) => ({ city: /to (\w+)/.exec(messages.at(-1)?.text ?? '')?.[1] ?? null }),
 * }
 */
export interface ExtractHandler extends EffectHandler<ExtractInput, JsonValue | string> {}
