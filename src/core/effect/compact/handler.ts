import type { JsonObject } from '../../ir/json.ts'
import type { TargetName } from '../../ir/target-name.ts'
import type { EffectHandler } from '../effect-handler.ts'

/** Request that asks a provider to compact a conversation. */
export interface CompactInput {
  /** Format of the request. */
  readonly target: TargetName
  readonly model: string
  /** Body of the request, to send as it is. */
  readonly body: JsonObject
  /** HTTP headers that the request needs in addition. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Handler that has a provider compact the conversation: `anthropicCompaction` of `ctxc/models/anthropic`,
 * `openaiCompaction` of `ctxc/models/openai`, or your own. It sends `body` with `headers` and returns the answer of
 * the API unchanged. Only models that bind their reasoning to what precedes it are asked, once the history fills most
 * of its room. Later requests send the compaction in place of the messages that it replaces, and keep all reasoning
 * that follows.
 *
 * @example
 * import type { CompactHandler } from 'ctxc/effects'
 *
 * declare function post(path: string, body: object, headers: object): Promise<unknown>
 *
 * const compact: CompactHandler = { id: 'proxy', run: ({ body, headers }) => post('/v1/messages', body, headers) }
 */
export interface CompactHandler extends EffectHandler<CompactInput, unknown> {
  /**
   * Number of requests that will follow a compaction. If given, the provider is asked only if the compaction costs less
   * than these requests save, at the prices of the model's row. Its size is known once one was made.
   */
  readonly reads?: number
  /**
   * Set if the provider compacts within its answers: each request then names the size from which it does so, and `run`
   * is never called. Only OpenAI's models do this, through the Responses API or the AI SDK.
   */
  readonly inline?: boolean
}
